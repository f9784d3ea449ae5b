import type { Usage } from '../../contracts/run-event.ts';

/** micro-USD per million tokens; list prices as published, checked on `pricesAsOf`. Cached reads and writes default to the input price. */
interface Price { input: number; output: number; cacheRead?: number; cacheWrite?: number }

export const pricesAsOf = '2026-01-15';

const usd = (input: number, output: number, cached: { read?: number; write?: number } = {}): Price => ({
  input: Math.round(input * 1e6),
  output: Math.round(output * 1e6),
  ...(cached.read !== undefined && { cacheRead: Math.round(cached.read * 1e6) }),
  ...(cached.write !== undefined && { cacheWrite: Math.round(cached.write * 1e6) }),
});

/** A dated name (`gpt-4.1-nano-2025-04-14`) is priced as the undated one. */
const prices: Readonly<Record<string, Price>> = {
  'openai/gpt-5': usd(1.25, 10, { read: 0.125 }),
  'openai/gpt-5-mini': usd(0.25, 2, { read: 0.025 }),
  'openai/gpt-5-nano': usd(0.05, 0.4, { read: 0.005 }),
  'openai/gpt-4.1': usd(2, 8, { read: 0.5 }),
  'openai/gpt-4.1-mini': usd(0.4, 1.6, { read: 0.1 }),
  'openai/gpt-4.1-nano': usd(0.1, 0.4, { read: 0.025 }),
  'openai/gpt-4o': usd(2.5, 10, { read: 1.25 }),
  'openai/gpt-4o-mini': usd(0.15, 0.6, { read: 0.075 }),
  'openai/o3': usd(2, 8, { read: 0.5 }),
  'openai/o4-mini': usd(1.1, 4.4, { read: 0.275 }),
  'anthropic/claude-opus-4-5': usd(5, 25, { read: 0.5, write: 6.25 }),
  'anthropic/claude-sonnet-4-5': usd(3, 15, { read: 0.3, write: 3.75 }),
  'anthropic/claude-sonnet-4': usd(3, 15, { read: 0.3, write: 3.75 }),
  'anthropic/claude-haiku-4-5': usd(1, 5, { read: 0.1, write: 1.25 }),
  'google/gemini-2.5-pro': usd(1.25, 10, { read: 0.125 }),
  'google/gemini-2.5-flash': usd(0.3, 2.5, { read: 0.03 }),
  'google/gemini-2.5-flash-lite': usd(0.1, 0.4, { read: 0.01 }),
};

/** micro-USD of one call, rounded up; null when the price or a token count is unknown. Cached and reasoning tokens are part of the totals. */
export function costMicros(model: string, usage: Usage): number | null {
  const price = priceOf(model);
  if (price === undefined || usage.inputTokens === undefined || usage.outputTokens === undefined) return null;
  const cacheRead = usage.cacheReadTokens ?? 0;
  const cacheWrite = usage.cacheWriteTokens ?? 0;
  const plainInput = Math.max(0, usage.inputTokens - cacheRead - cacheWrite);
  const micros =
    plainInput * price.input + cacheRead * (price.cacheRead ?? price.input) + cacheWrite * (price.cacheWrite ?? price.input) + usage.outputTokens * price.output;
  return Math.ceil(micros / 1e6);
}

function priceOf(model: string): Price | undefined {
  const name = model.replace(/^openai-chat\//u, 'openai/');
  const undated = name.replace(/-(?:latest|\d{4}-?\d{2}-?\d{2})$/u, '');
  return prices[name] ?? prices[undated];
}
