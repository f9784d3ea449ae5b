import { DrainAbortedError } from './drain-aborted-error.ts';
import type { ClaimParts } from './claim-parts.ts';

/** Runs something outside under the run's signal and an optional time limit; `timedOut` tells the two apart. */
export type EffectEnd<T> = { kind: 'value'; value: T } | { kind: 'threw'; error: unknown } | { kind: 'timed_out' };

export async function runEffect<T>(parts: ClaimParts, work: (signal: AbortSignal) => Promise<T>, timeoutMs?: number): Promise<EffectEnd<T>> {
  const limit = new AbortController();
  const signal = AbortSignal.any([parts.control.signal, limit.signal]);
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<EffectEnd<T>>((resolve) => {
    if (timeoutMs === undefined) return;
    timer = setTimeout(() => { resolve({ kind: 'timed_out' }); limit.abort(new Error(`No result within ${timeoutMs} ms.`)); }, timeoutMs);
  });
  // The intent may have been committed by a process that then slept past its lease: it must not begin the effect when it wakes.
  const settled = Promise.resolve().then(() => { parts.control.check(); return work(signal); }).then<EffectEnd<T>, EffectEnd<T>>((value) => ({ kind: 'value', value }), (error: unknown) => ({ kind: 'threw', error }));
  try {
    return await parts.quiescence.busy(() => Promise.race([settled, timedOut, forsaken<T>(parts)]));
  } finally {
    clearTimeout(timer);
  }
}

/** A process that must go does not wait for an effect that ignores its signal. */
function forsaken<T>({ control }: ClaimParts): Promise<EffectEnd<T>> {
  return control.tripped.then((error) => {
    if (error instanceof DrainAbortedError || !control.mayRecord) return { kind: 'threw', error };
    return new Promise<never>(() => undefined);
  });
}
