import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '@roster/migrations';
import { startEmbeddedPostgres } from '../../apps/api/src/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../../apps/api/src/database/migrate.ts';
import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { runDraft, stepDraft } from '../../libs/agents/src/testing/run-draft.ts';
import { loadCore, pin, pinTree, serverCore } from '../load/pin.ts';
import { percentile } from '../load/statistics.ts';
import { rowOf, type Figure, type Row } from '../results.ts';

const parallelism = [1, 8, 32] as const;
const warmUpMs = 300;
const durationMs = 1_500;
const result = { text: 'some result of a step', count: 1, list: [1, 2, 3] };
const insert = 'INSERT INTO bench_raw (run_id, key, result) VALUES ($1, $2, $3)';

/** One commit: a step's result with its event; or one row. `worker` numbers the parallel callers, `index` their calls. */
type Commit = (worker: number, index: number) => Promise<void>;

interface Contest { name: 'durable steps' | 'raw insert'; prepare(parallel: number): Promise<Commit> }

/** Durable steps per second beside raw single-row inserts through the same driver, on one embedded database that syncs every commit. */
export async function measureSteps(reps: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'roster-bench-steps-'));
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate({ url: server.url, migrations });
    const [postmaster] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    pinTree(Number(postmaster), loadCore);
    pin(process.pid, serverCore); // here the store under test is this very process
    const pool = new pg.Pool({ connectionString: server.url, max: Math.max(...parallelism) });
    try {
      return await interleaved(await contestsOn(pool), reps);
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    pin(process.pid, loadCore);
  }
}

async function contestsOn(pool: pg.Pool): Promise<Contest[]> {
  await pool.query('CREATE TABLE bench_raw (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run_id uuid, key text, result jsonb)');
  const store = new PostgresRunStore({ pool });
  const openRuns = (count: number) => Promise.all(Array.from({ length: count }, async () => (await store.create(runDraft({ claim: { owner: 'bench', leaseMs: 600_000 }, deadlineMs: 6_000_000 }))).claimed!));
  return [
    { name: 'raw insert', prepare: async () => {
      const runId = runDraft().runId;
      return async (worker, index) => void (await pool.query({ name: 'raw', text: insert, values: [runId, `${worker}/${index}`, JSON.stringify(result)] }));
    } },
    { name: 'durable steps', prepare: async (parallel) => {
      const runs = await openRuns(parallel);
      return (worker, index) => {
        const key = `t${index}`;
        return store.finish(runs[worker]!, { steps: [stepDraft(key, { result })], events: [{ event: { type: 'log', name: 'bench', payload: result }, stepKey: key }], activeMs: 1 });
      };
    } },
  ];
}

async function interleaved(contests: readonly Contest[], reps: number): Promise<Row[]> {
  const figures = new Map<string, Figure[]>();
  for (let rep = 0; rep < reps; rep++) {
    for (const parallel of parallelism) {
      for (const { name, prepare } of contests) {
        const title = `${name}, ${parallel} ${parallel === 1 ? 'serial' : 'parallel'}`;
        process.stderr.write(`P6 ${title} (${rep + 1})\n`);
        figures.set(title, [...(figures.get(title) ?? []), await perSecond(await prepare(parallel), parallel)]);
      }
    }
  }
  return [...figures].map(([contestant, list]) => rowOf({ id: 'P6', title: 'commits per second', unit: '/s', better: 'higher' }, { contestant, note: noteOf(contestant), figures: list }));
}

const noteOf = (contestant: string): string =>
  contestant.startsWith('raw') ? 'one row per commit through pg, embedded PostgreSQL, every commit synced' : 'PostgresRunStore on the same database: one commit per step, with its result and an event';

async function perSecond(commit: Commit, parallel: number): Promise<Figure> {
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const times: number[] = [];
  await Promise.all(Array.from({ length: parallel }, async (_, worker) => {
    for (let index = 0; performance.now() - start < warmUpMs + durationMs; index++) {
      const begun = performance.now();
      await commit(worker, index);
      if (begun - start >= warmUpMs) times.push(performance.now() - begun);
    }
  }));
  const elapsedMs = performance.now() - start - warmUpMs;
  return { startedAt, endedAt: new Date().toISOString(), value: (times.length * 1_000) / elapsedMs, details: { p50Ms: percentile(times, 50), p99Ms: percentile(times, 99), n: times.length } };
}
