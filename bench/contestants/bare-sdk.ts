import { startServer } from './child-process.ts';
import type { Contestant } from './contestant.ts';
import { sampleMessages } from './sample-conversation.ts';

export async function startBareSdk(mockUrl: string): Promise<Contestant> {
  const child = await startServer('bare-sdk-server.ts', { MOCK_URL: mockUrl });
  const url = `http://127.0.0.1:${child.port}/`;
  return {
    name: 'bare SDK', note: 'ai streamText to a UI message stream: no login, no permissions, nothing stored', pid: child.pid,
    chat: async ({ scenario, isLong }) => ({ url, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ model: scenario, messages: uiMessages(isLong) }) }),
    stop: () => child.stop(),
  };
}

const uiMessages = (isLong: boolean | undefined) => sampleMessages(isLong).map(({ role, content }, index) => ({ id: `m${index}`, role, parts: [{ type: 'text', text: content }] }));
