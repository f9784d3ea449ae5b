import type { UiMessageChunk } from '../../contracts/ui-message-chunk.ts';

/** One chunk as an SSE event: one line of JSON. */
export const sseChunk = (chunk: UiMessageChunk): string => `data: ${JSON.stringify(chunk)}\n\n`;

/** The last bytes of every stream that was not cut off. */
export const sseDone = 'data: [DONE]\n\n';

/** After 15 s of silence. */
export const ssePing = ': ping\n\n';

/** Headers of a UI message stream; `connection` only on HTTP/1.1. */
export const uiMessageStreamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
};
