import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  timeoutMs?: number;
  intervalMs?: number;
}

/** Repeats an assertion until it holds and returns its value; fails with its last complaint. Instead of sleeping. */
export async function eventually<T>(assertion: () => T | Promise<T>, { timeoutMs = 10_000, intervalMs = 20 }: EventuallyOptions = {}): Promise<T> {
  const givenUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() >= givenUpAt) throw error;
      await delay(intervalMs);
    }
  }
}
