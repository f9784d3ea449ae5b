import type { ReplyVerdict } from '../../kernel/run-context.ts';
import type { FinalizationReason } from './planning-turn.ts';

const maxBytes = 4096;

/** What the next request says after a rejected response: fixed phrases and field errors, never the rejected values. */
export function recoveryGuidance({ kind, reason, recoverable }: Extract<ReplyVerdict, { accepted: false }>): string {
  const then = recoverable === 'answer' ? 'Answer in text now; no tools are available.' : 'Send a complete new response.';
  return `Your last response could not be used (${kind}): ${cut(reason)} Nothing of it was run. ${then}`;
}

const reasons: Record<FinalizationReason, string> = {
  tool_cap: 'the limit of tool calls is reached',
  turn_cap: 'the limit of steps is reached',
  failure_cap: 'too many steps failed in a row',
  empty: 'the last responses were empty',
};

export const finalizationInstruction = (reason: FinalizationReason): string =>
  `No more tools can be used: ${reasons[reason]}. Answer the request now, in text, from what is known so far. Say plainly what is missing.`;

function cut(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= maxBytes ? text : `${new TextDecoder().decode(bytes.subarray(0, maxBytes - 4)).replace(/\uFFFD$/, '')}…`;
}
