import { setTimeout as delay } from 'node:timers/promises';

/**
 * Open loop: starts fixed in advance; each call is given the moment it was due, so that a stalled server cannot hide it.
 * Returns how late the generator itself started each call, in ms.
 */
export async function runAtRate({ perSecond, count }: { perSecond: number; count: number }, call: (dueAt: number, index: number) => Promise<void>): Promise<number[]> {
  const start = performance.now();
  const calls: Promise<void>[] = [];
  const lateness: number[] = [];
  for (let index = 0; index < count; index++) {
    const dueAt = start + (index * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 1) await delay(early);
    lateness.push(Math.max(0, performance.now() - dueAt));
    const called = call(dueAt, index);
    called.catch(() => undefined); // awaited below
    calls.push(called);
  }
  await Promise.all(calls);
  return lateness;
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

/** Closed loop over a fixed number of calls. */
export async function runEach(count: number, concurrency: number, call: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: concurrency }, async () => {
    for (let index = next++; index < count; index = next++) await call(index);
  }));
}
