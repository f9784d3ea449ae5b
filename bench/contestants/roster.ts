import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stopProcess } from './child-process.ts';
import type { Contestant } from './contestant.ts';
import { embeddedServerIn } from './copy-conversation.ts';
import { RosterClient } from './roster-client.ts';

const main = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The product as shipped on an embedded database of its own: login, permissions, committed runs and stored replies are all on. Only the chat rate limit is lifted. */
export async function startRoster(mockUrl: string, nodeFlags: readonly string[] = []): Promise<Contestant> {
  const dataDir = await mkdtemp(join(tmpdir(), 'roster-bench-'));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...nodeFlags, main], {
    cwd: root, stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH, PORT: '0', DATA_DIR: dataDir, SEED_EXAMPLES: 'false', LOG_LEVEL: 'warn', RATE_LIMIT_CHAT: '1000000/min',
      OPENAI_COMPATIBLE_BASE_URL: `${mockUrl}/v1`, OPENAI_COMPATIBLE_NAME: 'bench', OPENAI_COMPATIBLE_API_KEY: 'none', EGRESS_ALLOW: new URL(mockUrl).host,
    },
  });
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const setupLink = await setupLinkOf(child.stdout);
    const database = await embeddedServerIn(dataDir);
    const client = await RosterClient.setUp(setupLink, database.url);
    return {
      name: 'roster', note: 'embedded database, login, permissions, durable run, stored reply; all as shipped but the rate limit', pid: child.pid!, databasePid: database.pid,
      prepare: (conversations) => client.prepare(conversations), chat: (request) => client.chat(request), stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The single-use link that a first start prints. */
async function setupLinkOf(output: NodeJS.ReadableStream): Promise<URL> {
  const lines = createInterface({ input: output });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const [link] = /https?:\/\/\S+token=[^\s"]+/.exec(line) ?? [];
      if (link) resolve(new URL(link));
    });
    lines.on('close', () => reject(new Error('The server ended without printing a setup link.')));
  });
}
