import type { UiMessageChunk } from '../../contracts/ui-message-chunk.ts';

/** One chunk as an SSE event: one line of JSON. */
export const sseChunk = (chunk: UiMessageChunk): string => `data: ${JSON.stringify(chunk)}\n\n`;

/** The last bytes of every stream that was not cut off. */
export const sseDone = 'data: [DONE]\n\n';

/** What a UI message stream says beyond the headers of every event stream. */
export const uiMessageStreamHeaders: Readonly<Record<string, string>> = { 'x-vercel-ai-ui-message-stream': 'v1' };
