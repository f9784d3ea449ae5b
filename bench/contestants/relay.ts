import { startServer } from './child-process.ts';
import type { Contestant } from './contestant.ts';

export async function startRelay(mockUrl: string): Promise<Contestant> {
  const child = await startServer('relay-server.ts', { MOCK_URL: mockUrl });
  return { name: 'relay', note: 'byte pipe: no parsing, no login, nothing stored', pid: child.pid, chat: async (scenario) => providerCall(`http://127.0.0.1:${child.port}/`, scenario), stop: () => child.stop() };
}

/** Straight to the mock: what everything else is measured against. */
export function rawMock(mockUrl: string, pid: number): Contestant {
  return { name: 'raw mock', note: 'client straight to the mock', pid, chat: async (scenario) => providerCall(`${mockUrl}/v1/chat/completions`, scenario), stop: async () => undefined };
}

const providerCall = (url: string, model: string) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model, stream: true, stream_options: { include_usage: true }, messages: [{ role: 'user', content: 'Go.' }] }),
});
