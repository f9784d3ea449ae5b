import type { ChatRequest, ClientMessage, MessagePart } from '@roster/agents/contracts';
import type { StoredMessage, ThreadMessages } from '../threads/thread-messages.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { InvalidChatMessageError } from './chat-errors.ts';
import { userTextOf } from './user-text.ts';

/** What a chat request asks for (protocols.md section 3, the table of cases). */
export type TurnPlan =
  | { kind: 'run'; user: { kind: 'new'; text: string; clientId: string | null } | { kind: 'stored'; messageId: string }; supersedeFrom: number | null }
  /** The same message again while its reply streams or is there: the reply is replayed. */
  | { kind: 'replay'; reply: StoredMessage }
  /** The newest message carries answers to requests of this reply. */
  | { kind: 'continue'; reply: StoredMessage; message: ClientMessage };

type Messages = Pick<ThreadMessages, 'find' | 'newestReply' | 'replyTo' | 'userMessageBefore'>;

/** Decides by content, since clients send `messageId` for edit and retry alike. `threadId` null: a new conversation. */
export async function planTurn(request: ChatRequest, threadId: string | null, messages: Messages): Promise<TurnPlan> {
  if (request.trigger === 'regenerate-message') return planRegeneration(request, threadId, messages);
  const { message, field } = newestMessage(request);
  const named = await namedMessage(request.messageId ?? null, message, { threadId, messages });
  if (named?.role === 'assistant') return { kind: 'continue', reply: named, message };
  const text = userTextOf(message, field);
  if (!named || !threadId) return { kind: 'run', user: { kind: 'new', text, clientId: message.id ?? null }, supersedeFrom: null };
  if (text !== textOf(named.parts)) return { kind: 'run', user: { kind: 'new', text, clientId: message.id ?? null }, supersedeFrom: named.seq };
  const reply = await messages.replyTo(threadId, named.seq);
  if (reply && isKept(reply)) return { kind: 'replay', reply };
  return { kind: 'run', user: { kind: 'stored', messageId: named.id }, supersedeFrom: reply?.seq ?? null };
}

async function planRegeneration({ messageId }: ChatRequest, threadId: string | null, messages: Messages): Promise<TurnPlan> {
  if (!threadId) throw new NotFoundError();
  const named = messageId === undefined ? await messages.newestReply(threadId) : await messages.find(threadId, messageId);
  if (!named) throw new NotFoundError();
  const user = named.role === 'user' ? named : await messages.userMessageBefore(threadId, named.seq);
  if (!user) throw new NotFoundError();
  const reply = named.role === 'assistant' ? named : await messages.replyTo(threadId, named.seq);
  return { kind: 'run', user: { kind: 'stored', messageId: user.id }, supersedeFrom: reply?.seq ?? null };
}

function newestMessage(request: ChatRequest): { message: ClientMessage; field: string } {
  const message = request.message ?? request.messages?.at(-1);
  if (!message) throw new InvalidChatMessageError('messages', 'Send a message.');
  return { message, field: request.message ? 'message' : `messages.${request.messages!.length - 1}` };
}

/** A named message must exist; an unnamed one may be known by the id its client gave it. */
async function namedMessage(messageId: string | null, message: ClientMessage, { threadId, messages }: { threadId: string | null; messages: Messages }): Promise<StoredMessage | null> {
  const id = messageId ?? message.id;
  const found = threadId && id !== undefined ? await messages.find(threadId, id) : null;
  if (messageId !== null && !found) throw new NotFoundError();
  return found;
}

const isKept = ({ status }: StoredMessage): boolean => status === 'streaming' || status === 'awaiting_input' || status === 'complete';

const textOf = (parts: readonly MessagePart[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
