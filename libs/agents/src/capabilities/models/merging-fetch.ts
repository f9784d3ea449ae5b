import { MergeClock, type MergeClockOptions } from './merge-clock.ts';
import { heldBytesLimit, MergedBody } from './merged-body.ts';

/**
 * Wraps the fetch given to provider packages: a paced stream costs per wake-up, not per token, so the bytes of many open
 * event streams are handed on together at the ticks of one shared timer. The first content of a stream is never held back,
 * and below eight open streams nothing is. Order and bytes stay the same. Create one per process and share it.
 */
export function mergingFetch(fetch: typeof globalThis.fetch, options: MergeClockOptions = {}): typeof globalThis.fetch {
  const clock = new MergeClock(options);
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null || !(response.headers.get('content-type') ?? '').includes('text/event-stream')) return response;
    const { status, statusText, headers } = response;
    const body = new ReadableStream(new MergedBody(response.body, clock), new ByteLengthQueuingStrategy({ highWaterMark: heldBytesLimit }));
    return new Response(body, { status, statusText, headers: new Headers([...headers]) });
  };
}
