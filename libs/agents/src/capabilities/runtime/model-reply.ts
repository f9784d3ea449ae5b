import type { ModelBlock } from '../../contracts/index.ts';
import type { ModelReply } from '../../kernel/index.ts';
import type { DeltaStream } from './delta-stream.ts';

export interface CallNaming { stream: DeltaStream; callIdAt(index: number): string; handoffOf(toolName: string): string | undefined }

/**
 * The reply with our call ids: present, unique in the run tree, the same for the same position. The provider's own id is
 * kept beside each call.
 */
export function withOwnCallIds(reply: ModelReply, { stream, callIdAt, handoffOf }: CallNaming): ModelReply {
  const ids = new Map<string, string>();
  let next = stream.callCount;
  const used = new Set<string>();
  const idOf = (providerId: string): string => {
    const streamed = stream.callId(providerId);
    const id = streamed && !used.has(streamed) ? streamed : callIdAt(next++);
    used.add(id);
    ids.set(providerId, id);
    return id;
  };
  const blocks = reply.blocks.map<ModelBlock>((block) => {
    if (block.type === 'tool_call') {
      const handoff = handoffOf(block.toolName);
      return { ...block, toolCallId: idOf(block.toolCallId), providerCallId: block.providerCallId ?? block.toolCallId, ...(handoff && { handoff }) };
    }
    if (block.type === 'tool_result') return { ...block, toolCallId: ids.get(block.toolCallId) ?? block.toolCallId };
    return block;
  });
  if (!reply.invalidInputs) return { ...reply, blocks };
  const invalidInputs = Object.fromEntries(Object.entries(reply.invalidInputs).map(([id, text]) => [ids.get(id) ?? id, text]));
  return { ...reply, blocks, invalidInputs };
}

export const textOf = (blocks: readonly ModelBlock[]): string => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
export const callsOf = (blocks: readonly ModelBlock[]) => blocks.filter((block) => block.type === 'tool_call').filter((block) => !block.providerExecuted);
