import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stopProcess } from './child-process.ts';

export interface Mock { url: string; pid: number; stop(): Promise<void> }

/** The mock provider of the tests, as a process of its own. */
export async function startMock(): Promise<Mock> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('../../test/support/mock-provider/main.mjs', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, pid } = JSON.parse(String(line)) as { url: string; pid: number };
  return { url, pid, stop: () => stopProcess(child) };
}
