import { startServer } from './child-process.ts';
import type { Contestant } from './contestant.ts';

export async function startBareSdk(mockUrl: string): Promise<Contestant> {
  const child = await startServer('bare-sdk-server.ts', { MOCK_URL: mockUrl });
  const url = `http://127.0.0.1:${child.port}/`;
  return {
    name: 'bare SDK', note: 'ai streamText to a UI message stream: no login, no permissions, nothing stored', pid: child.pid,
    chat: async (model) => ({ url, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ model, prompt: 'Go.' }) }),
    stop: () => child.stop(),
  };
}
