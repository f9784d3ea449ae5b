import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stopProcess } from './child-process.ts';

export interface Mock {
  url: string;
  pid: number;
  /** Forgets what it measured of itself so far. */
  reset(): Promise<void>;
  /** How late its timers were since the last reset, p99 in ms. */
  latenessP99Ms(): Promise<number>;
  stop(): Promise<void>;
}

/** The mock provider of the tests, as a process of its own. */
export async function startMock(): Promise<Mock> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('../../test/support/mock-provider/main.mjs', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, pid } = JSON.parse(String(line)) as { url: string; pid: number };
  return {
    url, pid,
    reset: async () => void (await control(url, 'reset', 'POST')),
    latenessP99Ms: async () => ((await control(url, 'health', 'GET')) as { latenessP99Ms: number }).latenessP99Ms,
    stop: () => stopProcess(child),
  };
}

async function control(url: string, name: string, method: string): Promise<unknown> {
  const response = await fetch(`${url}/__control/${name}`, { method });
  if (!response.ok) throw new Error(`The mock answered ${response.status} to ${name}.`);
  return response.json();
}
