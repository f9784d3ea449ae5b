import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

export interface WorkerProcessOptions { url: string; queues: readonly string[]; failpoint?: string; replayEachStep?: boolean; owner?: string; leaseMs?: number }

const folder = resolve('test/support/crash');

/** A worker in a process of its own, ready to claim. It ends with the test whatever happens. */
export async function startWorkerProcess({ url, queues, failpoint, replayEachStep, owner, leaseMs }: WorkerProcessOptions): Promise<WorkerProcess> {
  const child = fork(`${folder}/crash-worker.ts`, [], {
    execArgv: ['--conditions=@roster/source', '--import', pathToFileURL(`${folder}/typescript-loader.mjs`).href],
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATABASE_URL: url, QUEUES: queues.join(','), ...(failpoint && { FAILPOINT: failpoint }), ...(replayEachStep && { REPLAY_EACH_STEP: '1' }), ...(owner && { OWNER: owner }), ...(leaseMs && { LEASE_MS: String(leaseMs) }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit').then(([code, signal]) => ({ code: code as number | null, signal: signal as NodeJS.Signals | null }));
  await Promise.race([once(child, 'message'), exited]);
  return { child, exited, kill: (signal) => void child.kill(signal) };
}
