import { startServer } from './child-process.ts';
import type { ChatCall, ChatRequest, Contestant } from './contestant.ts';
import { sampleMessages, sampleTools } from './sample-conversation.ts';

export async function startRelay(mockUrl: string): Promise<Contestant> {
  const child = await startServer('relay-server.ts', { MOCK_URL: mockUrl });
  return { name: 'relay', note: 'byte pipe: no parsing, no login, nothing stored', pid: child.pid, chat: async (request) => providerCall(`http://127.0.0.1:${child.port}/`, request), stop: () => child.stop() };
}

/** Straight to the mock: what everything else is measured against. */
export function rawMock(mockUrl: string, pid: number): Contestant {
  return { name: 'raw mock', note: 'client straight to the mock', pid, chat: async (request) => providerCall(`${mockUrl}/v1/chat/completions`, request), stop: async () => undefined };
}

const tools = sampleTools.map((definition) => ({ type: 'function', function: definition }));

const providerCall = (url: string, { scenario, isLong }: ChatRequest): ChatCall => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: scenario, stream: true, stream_options: { include_usage: true }, messages: sampleMessages(isLong), tools }),
});
