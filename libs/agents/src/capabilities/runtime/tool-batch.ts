import type { RunContext, ToolCall, ToolOutcome } from '../../kernel/index.ts';
import { CallSlots } from './call-slots.ts';
import type { ClaimParts, ContextScope } from './claim-parts.ts';
import { toolStep } from './tool-step.ts';

export const TOOL_CONCURRENCY = 4;

interface ToolBatch {
  parts: ClaimParts;
  scope: ContextScope;
  calls: readonly ToolCall[];
  concurrency?: number;
  onOutcome?(outcome: ToolOutcome): void;
  contextFor(prefix: string): RunContext;
}

/** Outcomes in call order. A gated call waits outside the slots, so that it holds nobody up. */
export async function toolBatch({ calls, concurrency, onOutcome, ...shared }: ToolBatch): Promise<ToolOutcome[]> {
  const slots = new CallSlots(concurrency ?? TOOL_CONCURRENCY);
  return Promise.all(calls.map(async (call) => {
    const outcome = await toolStep({ ...shared, call, slots });
    onOutcome?.(outcome);
    return outcome;
  }));
}
