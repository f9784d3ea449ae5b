import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { startBareSdk } from './contestants/bare-sdk.ts';
import type { Contestant } from './contestants/contestant.ts';
import { startMock } from './contestants/mock.ts';
import { rawMock, startRelay } from './contestants/relay.ts';
import { startRoster } from './contestants/roster.ts';
import { spread, type Spread } from './load/statistics.ts';
import type { Figure, Measure } from './measures/measure.ts';
import { firstToken } from './measures/p01-first-token.ts';
import { denseCpu, pacedCpu } from './measures/p02-cpu-per-token.ts';
import { chatsPerSecond } from './measures/p03-chats-per-second.ts';
import { measureSteps } from './measures/p06-durable-steps.ts';
import { ratiosOf, report, type Row } from './report.ts';

const measures: readonly Measure[] = [firstToken, pacedCpu, denseCpu, chatsPerSecond];

interface Options { ids: readonly string[]; reps: number }

/** `npm run bench -- [p01 p02 p06 …] [--reps 3]`: everything in one run, contestants interleaved, ratios first. */
export async function runBench(args: readonly string[]): Promise<void> {
  const options = read(args);
  const startedAt = new Date();
  const rows = [...(await serverMeasures(options)), ...(isWanted(options, 'P6') ? await measureSteps(options.reps) : [])];
  const results = { startedAt: startedAt.toISOString(), machine: machine(), options, rows, ratios: ratiosOf(rows) };
  const folder = new URL('results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${startedAt.toISOString().replaceAll(':', '-')}.json`, folder), `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(report(results));
}

async function serverMeasures(options: Options): Promise<Row[]> {
  const wanted = measures.filter(({ id }) => isWanted(options, id));
  if (wanted.length === 0) return [];
  const mock = await startMock();
  const contestants = [rawMock(mock.url, mock.pid), await startRelay(mock.url), await startBareSdk(mock.url), await startRoster(mock.url)];
  try {
    const rows: Row[] = [];
    for (const measure of wanted) rows.push(...(await interleaved(measure, contestants, options.reps)));
    return rows;
  } finally {
    for (const contestant of contestants) await contestant.stop();
    await mock.stop();
  }
}

/** A B C A B C: whatever the machine does meanwhile hits all of them. */
async function interleaved(measure: Measure, all: readonly Contestant[], reps: number): Promise<Row[]> {
  const contestants = all.filter(({ name }) => measure.contestants.includes(name));
  const figures = new Map<string, Figure[]>(contestants.map(({ name }) => [name, []]));
  for (let rep = 0; rep < reps; rep++) {
    for (const contestant of contestants) {
      process.stderr.write(`${measure.id} ${contestant.name} (${rep + 1}/${reps})\n`);
      figures.get(contestant.name)!.push(await measure.run(contestant));
    }
  }
  return contestants.map(({ name, note }) => row(measure, { name, note, figures: figures.get(name)! }));
}

function row({ id, title, unit, better }: Measure, { name, note, figures }: { name: string; note: string; figures: Figure[] }): Row {
  const value: Spread = spread(figures.map((figure) => figure.value));
  return { id, title, unit, better, contestant: name, note, value, repetitions: figures };
}

function read(args: readonly string[]): Options {
  const at = args.indexOf('--reps');
  const reps = at < 0 ? 3 : Number(args[at + 1]);
  if (!Number.isInteger(reps) || reps < 1) throw new Error('--reps takes a whole number from 1.');
  const ids = args.filter((arg, index) => /^p\d+b?$/i.test(arg) && index !== at + 1).map((id) => id.toUpperCase().replace(/^P0/, 'P'));
  return { ids, reps };
}

const isWanted = ({ ids }: Options, id: string): boolean => ids.length === 0 || ids.includes(id.toUpperCase());

const machine = () => ({ cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length, kernel: os.release(), node: process.version, loadBefore: os.loadavg() });
