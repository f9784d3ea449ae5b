import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import type { Usage } from '../../contracts/run-event.ts';

/** Counts a provider did not send, or sent as nonsense (negative, fractional), are left out: unknown is not zero. */
export function readUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage {
  const counts = {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    cacheReadTokens: inputTokens.cacheRead,
    cacheWriteTokens: inputTokens.cacheWrite,
    reasoningTokens: outputTokens.reasoning,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count) && count! >= 0));
}
