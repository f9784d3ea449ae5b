import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startBareSdk } from './contestants/bare-sdk.ts';
import type { Contestant } from './contestants/contestant.ts';
import { startMock } from './contestants/mock.ts';
import { rawMock, startRelay } from './contestants/relay.ts';
import { startRoster } from './contestants/roster.ts';
import { judge } from './goals.ts';
import { interleave } from './interleave.ts';
import { loadCore, pin, pinTree, serverCore } from './load/pin.ts';
import { chatsPerSecond } from './measures/chats-per-second.ts';
import type { Measure } from './measures/measure.ts';
import { firstToken } from './measures/p01-first-token.ts';
import { denseCpu, pacedCpu } from './measures/p02-cpu-per-token.ts';
import { measureSteps } from './measures/p06-durable-steps.ts';
import { readOptions, type BenchOptions } from './options.ts';
import { report } from './report.ts';
import type { Row } from './results.ts';

const measures: readonly Measure[] = [firstToken, pacedCpu, denseCpu, chatsPerSecond];
const folder = new URL('results/', import.meta.url);

/** `npm run bench -- [p01 p02 chats p06 …] [--reps 3] [--cpu-prof]`: everything in one run, contestants interleaved, ratios first. */
export async function runBench(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  await mkdir(folder, { recursive: true });
  const startedAt = new Date().toISOString();
  const before = { ...machine(), load: os.loadavg(), isPinned: pin(process.pid, loadCore) };
  const rows = [...(await serverMeasures(options)), ...(options.wants('P6') ? await measureSteps(options.reps) : [])];
  const results = { startedAt, endedAt: new Date().toISOString(), machine: { ...before, loadAfter: os.loadavg() }, reps: options.reps, rows, goals: judge(rows) };
  await writeFile(new URL(`${startedAt.replaceAll(':', '-')}.json`, folder), `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(report(results));
}

async function serverMeasures({ wants, reps, profiles }: BenchOptions): Promise<Row[]> {
  const wanted = measures.filter(({ id }) => wants(id));
  if (wanted.length === 0) return [];
  const mock = await startMock();
  const contestants: Contestant[] = [rawMock(mock.url, mock.pid)];
  try {
    contestants.push(await startRelay(mock.url), await startBareSdk(mock.url), await startRoster(mock.url, profiles ? ['--cpu-prof', `--cpu-prof-dir=${fileURLToPath(folder)}`] : []));
    for (const { pid, databasePid } of contestants.slice(1)) {
      pin(pid, serverCore);
      if (databasePid !== undefined) pinTree(databasePid, loadCore);
    }
    const rows: Row[] = [];
    for (const measure of wanted) rows.push(...(await interleave(measure, { contestants, mock, reps, announce: (repetition) => process.stderr.write(`${repetition}\n`) })));
    return rows;
  } finally {
    for (const contestant of contestants) await contestant.stop();
    await mock.stop();
  }
}

function machine() {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  return { commit, cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, kernel: os.release(), node: process.version };
}
