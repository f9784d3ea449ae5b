import { parseJsonEventStream, readUIMessageStream, uiMessageChunkSchema, type UIMessage, type UIMessageChunk } from 'ai';

export interface ReadChat {
  status: number;
  threadId: string;
  runId: string;
  messageId: string;
  chunks: UIMessageChunk[];
  /** `[DONE]` was the last thing. */
  isDone: boolean;
  /** What the AI SDK's own reader makes of the chunks. */
  message: UIMessage;
  text: string;
}

/** Reads a chat's event stream to its end with the AI SDK's own parser: an unknown or malformed chunk fails the test. */
export async function readChat(response: Response): Promise<ReadChat> {
  const raw = await response.text();
  if (response.status !== 200) throw new Error(`The chat answered ${response.status}: ${raw}`);
  const chunks = await parseChunks(raw);
  const message = await foldChunks(chunks);
  const text = message.parts.filter((part) => part.type === 'text').map((part) => part.text).join('\n');
  const { headers, status } = response;
  return {
    status, chunks, message, text, isDone: raw.endsWith('data: [DONE]\n\n') && raw.split('[DONE]').length === 2,
    threadId: headers.get('x-roster-thread-id') ?? '', runId: headers.get('x-roster-run-id') ?? '', messageId: headers.get('x-roster-message-id') ?? '',
  };
}

async function parseChunks(raw: string): Promise<UIMessageChunk[]> {
  const stream = parseJsonEventStream({ stream: new Response(raw).body!, schema: uiMessageChunkSchema });
  const chunks: UIMessageChunk[] = [];
  for await (const parsed of stream as unknown as AsyncIterable<{ success: boolean; value: UIMessageChunk; error?: Error }>) {
    if (!parsed.success) throw new Error('A chunk that the AI SDK does not accept.', { cause: parsed.error });
    chunks.push(parsed.value);
  }
  return chunks;
}

export async function foldChunks(chunks: readonly UIMessageChunk[], message?: UIMessage): Promise<UIMessage> {
  let folded: UIMessage = message ?? { id: '', role: 'assistant', parts: [] };
  const stream = new ReadableStream<UIMessageChunk>({ start: (controller) => { for (const chunk of chunks) controller.enqueue(chunk); controller.close(); } });
  for await (const next of readUIMessageStream({ stream, ...(message && { message }), onError: () => undefined })) folded = next;
  return folded;
}
