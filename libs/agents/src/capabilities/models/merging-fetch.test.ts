import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mergingFetch } from './merging-fetch.ts';

interface Upstream { send(text: string): void; end(): void; fail(error: Error): void; cancelled: boolean }

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
const content = (text: string) => `data: {"choices":[{"delta":{"content":"${text}"}}]}\n\n`;

function upstreams() {
  const opened: Upstream[] = [];
  const fetch = mergingFetch(async () => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const upstream: Upstream = {
      send: (text) => controller.enqueue(Buffer.from(text)),
      end: () => controller.close(),
      fail: (error) => controller.error(error),
      cancelled: false,
    };
    const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own), cancel: () => void (upstream.cancelled = true) });
    opened.push(upstream);
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return { opened, fetch };
}

/** Reads in the background and keeps what came, chunk by chunk. */
async function listen(fetch: typeof globalThis.fetch) {
  const reader = (await fetch('https://provider.test/')).body!.getReader();
  const chunks: string[] = [];
  let error: unknown;
  const finished = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      chunks.push(Buffer.from(value).toString());
    }
  })().catch((caught: unknown) => void (error = caught));
  return { chunks, finished, reader, error: () => error };
}

describe('mergingFetch', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('hands every chunk on at once below eight open streams', async () => {
    const { opened, fetch } = upstreams();
    const client = await listen(fetch);
    for (const word of ['a', 'b', 'c']) {
      opened[0]!.send(content(word));
      await settled();
    }
    expect(client.chunks).toEqual([content('a'), content('b'), content('c')]);
  });

  it('AC-B12 delivers the first content at once and merges what follows per tick when many streams are open', async () => {
    const { opened, fetch } = upstreams();
    const clients = await Promise.all(Array.from({ length: 8 }, () => listen(fetch)));
    opened[0]!.send('data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\n');
    await settled();
    opened[0]!.send(content('first'));
    await settled();
    expect(clients[0]!.chunks).toHaveLength(2);
    for (const word of ['b', 'c', 'd']) opened[0]!.send(content(word));
    await settled();
    expect(clients[0]!.chunks).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(25);
    await settled();
    expect(clients[0]!.chunks.slice(2)).toEqual([content('b') + content('c') + content('d')]);
    for (const upstream of opened) upstream.end();
    await Promise.all(clients.map((client) => client.finished));
    expect(jest.getTimerCount()).toBeLessThanOrEqual(1);
    await jest.advanceTimersByTimeAsync(50);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('hands on what it holds before an end or an error, and cancels upstream', async () => {
    const { opened, fetch } = upstreams();
    const clients = await Promise.all(Array.from({ length: 8 }, () => listen(fetch)));
    for (const upstream of opened.slice(0, 2)) {
      upstream.send(content('a'));
      upstream.send(content('b'));
    }
    await settled();
    opened[0]!.end();
    await clients[0]!.finished;
    opened[1]!.fail(new Error('cut'));
    await clients[1]!.finished;
    expect(clients[0]!.chunks.join('')).toBe(content('a') + content('b'));
    expect(clients[1]!.chunks.join('')).toContain(content('a'));
    expect(clients[1]!.error()).toEqual(new Error('cut'));
    await clients[2]!.reader.cancel();
    expect(opened[2]!.cancelled).toBe(true);
  });

  it('leaves other answers alone', async () => {
    const plain = new Response('{}', { headers: { 'content-type': 'application/json' } });
    expect(await mergingFetch(async () => plain)('https://provider.test/')).toBe(plain);
  });
});
