import type { HistoryMessage, MessagePart, ToolPart } from '../../contracts/message-part.ts';
import type { ChatMessage, ToolCallPart, ToolResultPart } from '../../kernel/chat-message.ts';
import { resultText } from './handoff-output.ts';

export interface HistoryOptions {
  /** Newest stored messages to keep; null = all. The newest user message always stays. */
  maxHistory: number | null;
  /** Characters of a replayed result; 0 or less = uncut. */
  outputLimit: number;
  mergeMessages: boolean;
}

/**
 * Stored messages as the model sees them again (coordinator.md section 11): per step the text and the step's handoff calls,
 * directly followed by their results in call order. Calls of the run itself, calls of children and reasoning are not
 * replayed. Only what we stored is read, so nothing a client claims can reach a model.
 */
export function replayHistory(messages: readonly HistoryMessage[], { maxHistory, outputLimit, mergeMessages }: HistoryOptions): ChatMessage[] {
  const kept = maxHistory === null ? messages : newest(messages, maxHistory);
  const replayed = kept.flatMap((message) => (message.role === 'user' ? replayUser(message) : replayAssistant(message, outputLimit)));
  return mergeMessages ? replayed.reduce<ChatMessage[]>(mergeNext, []) : replayed;
}

function newest(messages: readonly HistoryMessage[], count: number): readonly HistoryMessage[] {
  const kept = messages.slice(-count);
  const user = messages.findLast(({ role }) => role === 'user');
  return user === undefined || kept.includes(user) ? kept : [user, ...kept];
}

function replayUser({ parts }: HistoryMessage): ChatMessage[] {
  const text = textOfParts(parts);
  return text === '' ? [] : [{ role: 'user', content: [{ type: 'text', text }] }];
}

function replayAssistant({ parts, status }: HistoryMessage, outputLimit: number): ChatMessage[] {
  const replayed = stepsOf(parts).flatMap((step) => replayStep(step, outputLimit));
  const note = status === 'cancelled' || status === 'error' ? [assistant('[This reply was interrupted.]')] : [];
  return [...replayed, ...note];
}

/** Records without steps: the handoffs come first, then the text. */
function stepsOf(parts: readonly MessagePart[]): MessagePart[][] {
  if (!parts.some(({ type }) => type === 'step')) {
    const handoffs = parts.filter(isHandoff);
    return [handoffs, parts.filter((part) => !isHandoff(part))];
  }
  const steps: MessagePart[][] = [[]];
  for (const part of parts) {
    if (part.type === 'step') steps.push([]);
    else steps.at(-1)!.push(part);
  }
  return steps;
}

function replayStep(parts: readonly MessagePart[], outputLimit: number): ChatMessage[] {
  const text = textOfParts(parts);
  const calls = parts.filter(isHandoff);
  if (calls.length === 0) return text === '' ? [] : [assistant(text)];
  const content = [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls.map(callPart)];
  return [{ role: 'assistant', content }, ...calls.map((call): ChatMessage => ({ role: 'tool', content: [resultPart(call, outputLimit)] }))];
}

const isHandoff = (part: MessagePart): part is ToolPart => part.type === 'tool' && part.attribution !== undefined && 'handoff' in part.attribution;

const callPart = ({ toolCallId, toolName, input }: ToolPart): ToolCallPart => ({ type: 'tool_call', toolCallId, toolName, input });

function resultPart({ toolCallId, toolName, status }: ToolPart, limit: number): ToolResultPart {
  const isError = status.state === 'error';
  return { type: 'tool_result', toolCallId, toolName, output: cut(outcomeText(status), limit), ...(isError && { isError }) };
}

function outcomeText(status: ToolPart['status']): string {
  switch (status.state) {
    case 'output':
      return resultText(status.output);
    case 'error':
      return resultText(status.output) || status.code;
    case 'denied':
      return resultText(status.output) || 'denied';
    case 'open':
    case 'awaiting_approval':
    case 'approved':
      return 'interrupted';
  }
}

/** First `limit` characters and a note of how many are missing. */
function cut(text: string, limit: number): string {
  const characters = [...text];
  if (limit <= 0 || characters.length <= limit) return text;
  return `${characters.slice(0, limit).join('')}\n[${characters.length - limit} more characters omitted]`;
}

const textOfParts = (parts: readonly MessagePart[]): string => parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n\n');

const assistant = (text: string): ChatMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });

/** Joins plain text of one role by a blank line; a handoff message is neither joined nor passed over. */
function mergeNext(merged: ChatMessage[], message: ChatMessage): ChatMessage[] {
  const last = merged.at(-1);
  if (last === undefined || last.role !== message.role || (message.role !== 'user' && message.role !== 'assistant')) return [...merged, message];
  const [before, after] = [plainText(last), plainText(message)];
  if (before === null || after === null) return [...merged, message];
  return [...merged.slice(0, -1), { role: message.role, content: [{ type: 'text', text: `${before}\n\n${after}` }] }];
}

function plainText(message: ChatMessage): string | null {
  if (message.role !== 'user' && message.role !== 'assistant') return null;
  const [only, ...more] = message.content;
  return only?.type === 'text' && more.length === 0 ? only.text : null;
}
