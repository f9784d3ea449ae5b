import http from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { convertToModelMessages, jsonSchema, streamText, tool, type ToolSet, type UIMessage } from 'ai';
import { sampleTools } from './sample-conversation.ts';

/** The smallest `ai` server: streamText to a UI message stream. No login, no permissions, nothing stored. */
const provider = createOpenAICompatible({ name: 'mock', baseURL: `${process.env['MOCK_URL']}/v1`, apiKey: 'none', includeUsage: true });
const tools: ToolSet = Object.fromEntries(sampleTools.map(({ name, description, parameters }) => [name, tool({ description, inputSchema: jsonSchema(parameters as Parameters<typeof jsonSchema>[0]) })]));

const server = http.createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { model, messages } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string; messages: UIMessage[] };
    void streamText({ model: provider(model), messages: await convertToModelMessages(messages), tools }).pipeUIMessageStreamToResponse(response);
  })().catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
