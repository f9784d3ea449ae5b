import http from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';

/** The smallest `ai` server: streamText to a UI message stream. No login, no permissions, nothing stored. */
const provider = createOpenAICompatible({ name: 'mock', baseURL: `${process.env['MOCK_URL']}/v1`, apiKey: 'none', includeUsage: true });

const server = http.createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { model, prompt } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string; prompt: string };
    streamText({ model: provider(model), prompt }).pipeUIMessageStreamToResponse(response);
  })().catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
