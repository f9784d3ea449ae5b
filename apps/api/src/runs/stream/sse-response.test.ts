import { describe, expect, it } from '@jest/globals';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SseResponse } from './sse-response.ts';

async function serve(handle: (sse: SseResponse) => void): Promise<{ response: IncomingMessage; close(): Promise<void> }> {
  const server = createServer((_request, response) => handle(new SseResponse(response, { 'x-extra': '1' })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const response = await new Promise<IncomingMessage>((resolve) => get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, resolve));
  return { response, close: () => new Promise((resolve) => { response.destroy(); server.closeAllConnections(); server.close(() => resolve()); }) };
}

describe('SseResponse', () => {
  it('sends its headers at once and the frames of one turn in one piece', async () => {
    const { response, close } = await serve((sse) => { sse.send('data: 1\n\n'); sse.send('data: 2\n\n'); setTimeout(() => sse.end(), 5); });
    const pieces: string[] = [];
    for await (const piece of response) pieces.push(String(piece));

    expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', 'x-extra': '1' });
    expect(pieces).toEqual(['data: 1\n\ndata: 2\n\n']);
    await close();
  });

  it('AC-W15 cuts off a reader that is more than 1 MiB behind', async () => {
    let onGone = () => undefined as void;
    const gone = new Promise<void>((resolve) => { onGone = resolve; });
    const { response, close } = await serve((sse) => {
      const feed = setInterval(() => sse.send(`data: ${'x'.repeat(64 * 1024)}\n\n`), 0);
      sse.closed.addEventListener('abort', () => { clearInterval(feed); onGone(); });
    });
    response.pause();

    await gone;
    await close();
  });

  it('replays more than 1 MiB to a reader that takes it', async () => {
    const page = `data: ${'x'.repeat(3 * 1024 * 1024)}\n\n`;
    const { response, close } = await serve((sse) => void (async () => {
      for (let sent = 0; sent < 3; sent++) {
        sse.send(page);
        await sse.drained();
      }
      sse.end();
    })());
    let received = 0;
    for await (const piece of response) received += (piece as Buffer).length;

    expect(received).toBe(3 * page.length);
    await close();
  });
});
