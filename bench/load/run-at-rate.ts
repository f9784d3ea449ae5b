import { setTimeout as delay } from 'node:timers/promises';

/** Open loop: starts fixed in advance; each call is given the moment it was due, so that a stalled server cannot hide it. */
export async function runAtRate({ perSecond, count }: { perSecond: number; count: number }, call: (dueAt: number) => Promise<void>): Promise<void> {
  const start = performance.now();
  const calls: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const dueAt = start + (index * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 1) await delay(early);
    calls.push(call(dueAt));
  }
  await Promise.all(calls);
}

/** Closed loop: `concurrency` callers, each starts the next when its last is done, until the time is up. Returns how many were done. */
export async function runClosed({ concurrency, durationMs }: { concurrency: number; durationMs: number }, call: () => Promise<void>): Promise<{ done: number; elapsedMs: number }> {
  const start = performance.now();
  let done = 0;
  await Promise.all(Array.from({ length: concurrency }, async () => {
    while (performance.now() - start < durationMs) {
      await call();
      done++;
    }
  }));
  return { done, elapsedMs: performance.now() - start };
}
