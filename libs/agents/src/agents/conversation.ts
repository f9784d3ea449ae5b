import type { Json } from '../contracts/json.ts';
import type { ModelBlock } from '../contracts/run-event.ts';
import type { ChatMessage, ToolResultPart } from '../kernel/chat-message.ts';
import type { ModelReply } from '../kernel/model-client.ts';
import type { ToolOutcome } from '../kernel/run-context.ts';
import { limitToolOutput } from './tool-output-limit.ts';

type AssistantPart = Extract<ChatMessage, { role: 'assistant' }>['content'][number];
type CallBlock = Extract<ModelBlock, { type: 'tool_call' }>;

/** A reply as the next request shows it to the model: order kept, sources and files left out. */
export const replyMessage = ({ blocks }: Pick<ModelReply, 'blocks'>): ChatMessage => ({ role: 'assistant', content: blocks.flatMap(assistantPart) });

function assistantPart(block: ModelBlock): AssistantPart[] {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return [{ type: block.type, text: block.text, ...metadata(block) }];
    case 'tool_call': {
      const { toolCallId, toolName, input, providerCallId, providerExecuted } = block;
      return [{ type: 'tool_call', toolCallId, toolName, input, ...(providerCallId !== undefined && { providerCallId }), ...(providerExecuted && { providerExecuted }), ...metadata(block) }];
    }
    case 'tool_result':
      return [{ type: 'tool_result', toolCallId: block.toolCallId, toolName: block.toolName, output: block.output, ...(block.isError && { isError: true }) }];
    case 'source':
    case 'file':
      return [];
  }
}

const metadata = ({ providerMetadata }: { providerMetadata?: Json | undefined }) =>
  providerMetadata !== null && typeof providerMetadata === 'object' && !Array.isArray(providerMetadata) ? { providerMetadata } : {};

/** One tool message for a turn, results in the order of the calls. Every call has exactly one outcome. `outputLimit`: characters of a result; 0 or less = uncut. */
export function resultsMessage(calls: readonly CallBlock[], outcomes: readonly ToolOutcome[], outputLimit: number): ChatMessage {
  const byId = new Map(outcomes.map((outcome) => [outcome.toolCallId, outcome]));
  return { role: 'tool', content: calls.map((call) => limitToolOutput(resultPart(call, byId.get(call.toolCallId)!), outputLimit)) };
}

function resultPart({ toolCallId, toolName, providerCallId }: CallBlock, outcome: ToolOutcome): ToolResultPart {
  return { type: 'tool_result', toolCallId, toolName, output: outcome.output, ...(providerCallId !== undefined && { providerCallId }), ...(outcome.kind === 'error' && { isError: true }) };
}
