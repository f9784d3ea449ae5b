import type { Json } from '../../../contracts/json.ts';
import type { ChatMessage, ToolCallPart, ToolResultPart } from '../../../kernel/chat-message.ts';
import type { ModelRequest } from '../../../kernel/model-client.ts';

export interface FinishedCall { toolName: string; input: Json; output: Json; isError: boolean }

/** What the demo model looks at: its instructions, the newest question, and what tools answered since. */
export interface ConversationView {
  instructions: string;
  question: string;
  calls: readonly FinishedCall[];
  /** Tool calls in the whole conversation: keeps invented ids unique. */
  callsSoFar: number;
}

export function viewOf({ messages }: ModelRequest): ConversationView {
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  const since = messages.slice(lastUser + 1);
  const results = new Map(since.flatMap(resultsOf).map((part) => [part.toolCallId, part]));
  return {
    instructions: messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n'),
    question: textOf(messages[lastUser]),
    calls: since.flatMap(callsOf).map((call) => finished(call, results.get(call.toolCallId))),
    callsSoFar: messages.flatMap(callsOf).length,
  };
}

const textOf = (message: ChatMessage | undefined): string =>
  message?.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [`(file ${part.filename ?? part.mediaType})`])).join('\n').trim() : '';

const callsOf = (message: ChatMessage): ToolCallPart[] => (message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool_call') : []);

const resultsOf = (message: ChatMessage): ToolResultPart[] => {
  if (message.role === 'tool') return [...message.content];
  return message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool_result') : [];
};

const finished = ({ toolName, input }: ToolCallPart, result: ToolResultPart | undefined): FinishedCall => ({ toolName, input, output: result?.output ?? null, isError: result?.isError ?? false });
