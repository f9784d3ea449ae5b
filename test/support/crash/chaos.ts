// Worker processes are killed and put to sleep at random while runs go on; afterwards everything is counted.
import { setTimeout as delay } from 'node:timers/promises';

import { newId } from '@roster/agents/kernel';

import type { TestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { brokenInvariants } from '../invariants.ts';
import { LEDGER_TABLE } from './effect-ledger.ts';
import { newRun, TestEngine } from './engine.ts';
import { Operator } from './operator.ts';
import { Random } from './random.ts';
import { SCENARIO_EFFECTS } from './scenario.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

export interface ChaosOptions { seed: number; kills: number; runs: number; workers: number; /** On a slow machine the killing stops after this; what was killed until then is the same. */ killWithinMs: number }

export interface ChaosReport {
  seed: number;
  kills: number;
  sleeps: number;
  runs: Record<string, number>;
  lostEffects: number;
  doubledEffects: number;
  strandedRuns: number;
  /** From a death to the next claim of a run that the dead process had, ms. */
  recovery: { count: number; p50: number | null; p95: number | null };
  broken: Record<string, unknown[]>;
}

const QUEUE = 'chaos';
const SLEEP_MS = [1_500, 2_500] as const;
/** Longer than any sleep: a sleeper may hold an effect in its hands. */
const DOUBT_AFTER_MS = 4_000;

interface Death { at: Date; runIds: string[] }
interface Slot { owner: string; process: WorkerProcess }

export async function runChaos(database: TestDatabase, { seed, kills, runs, workers, killWithinMs }: ChaosOptions): Promise<ChaosReport> {
  const random = new Random(seed);
  const pool = database.pool();
  await pool.query(LEDGER_TABLE);
  const observer = new TestEngine({ pool, agents: [] });
  const operator = new Operator(pool, observer.store, DOUBT_AFTER_MS);
  const slots = await Promise.all(Array.from({ length: workers }, () => startSlot(database.url)));
  const runIds = await Promise.all(Array.from({ length: runs }, async () => (await observer.store.create(newRun(`scenario-${QUEUE}`, { queue: QUEUE, interactive: true, deadlineMs: 600_000 }))).runId));
  const deaths: Death[] = [];
  let sleeps = 0;
  const startedAt = performance.now();
  for (let event = 0; event < kills && performance.now() - startedAt < killWithinMs; event++) {
    await delay(random.between(100, 700));
    const index = random.between(0, workers - 1);
    if (random.next() < 0.2) { sleeps++; await sleep(slots[index]!, random.between(...SLEEP_MS)); continue; }
    deaths.push(await killSlot(database, slots[index]!));
    slots[index] = await startSlot(database.url);
  }
  await eventually(async () => {
    const { rows } = await pool.query<{ open: number }>('SELECT count(*)::int AS open FROM runs WHERE finished_at IS NULL');
    if (rows[0]!.open > 0) throw new Error(`${rows[0]!.open} runs are still open`);
  }, { timeoutMs: 60_000, intervalMs: 200 }).catch(() => undefined); // counted as stranded below
  await operator.stop();
  for (const { process } of slots) { process.kill('SIGKILL'); await process.exited; }
  return report(database, { seed, kills: deaths.length, sleeps, runIds, deaths });
}

async function startSlot(url: string): Promise<Slot> {
  const owner = newId();
  return { owner, process: await startWorkerProcess({ url, queues: [QUEUE], owner }) };
}

async function killSlot(database: TestDatabase, { owner, process }: Slot): Promise<Death> {
  process.kill('SIGKILL');
  await process.exited;
  const { rows } = await database.pool().query<{ id: string; at: Date }>('SELECT id, clock_timestamp() AS at FROM runs WHERE lease_owner = $1', [owner]);
  return { at: rows[0]?.at ?? new Date(), runIds: rows.map(({ id }) => id) };
}

async function sleep({ process }: Slot, ms: number): Promise<void> {
  process.kill('SIGSTOP');
  await delay(ms);
  process.kill('SIGCONT');
}

interface Counted { seed: number; kills: number; sleeps: number; runIds: readonly string[]; deaths: readonly Death[] }

async function report(database: TestDatabase, { seed, kills, sleeps, runIds, deaths }: Counted): Promise<ChaosReport> {
  const pool = database.pool();
  const { rows: statuses } = await pool.query<{ status: string; count: number }>('SELECT status, count(*)::int AS count FROM runs WHERE id = ANY ($1) GROUP BY status', [runIds]);
  const { rows: [effects] } = await pool.query<{ distinct_once: number; once: number; completed: number }>(
    `SELECT count(DISTINCT l.key) FILTER (WHERE l.kind = 'once')::int AS distinct_once, count(*) FILTER (WHERE l.kind = 'once')::int AS once,
            (SELECT count(*)::int FROM runs WHERE status = 'completed' AND parent_run_id IS NULL) AS completed
       FROM effect_ledger l JOIN runs r ON r.id = l.run_id JOIN runs root ON root.id = r.root_run_id WHERE root.status = 'completed'`);
  const times = await recoveryTimes(database, deaths);
  return {
    seed, kills, sleeps,
    runs: Object.fromEntries(statuses.map(({ status, count }) => [status, count])),
    lostEffects: effects!.completed * SCENARIO_EFFECTS.once - effects!.distinct_once,
    doubledEffects: effects!.once - effects!.distinct_once,
    strandedRuns: statuses.filter(({ status }) => !['completed', 'failed', 'cancelled'].includes(status)).reduce((sum, { count }) => sum + count, 0),
    recovery: { count: times.length, p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
    broken: await brokenInvariants(pool),
  };
}

async function recoveryTimes(database: TestDatabase, deaths: readonly Death[]): Promise<number[]> {
  const times: number[] = [];
  for (const { at, runIds } of deaths) {
    const { rows } = await database.pool().query<{ ms: number }>(
      `SELECT extract(epoch FROM min(created_at) - $2::timestamptz)::float8 * 1000 AS ms FROM run_events
        WHERE run_id = ANY ($1) AND type = 'workflow' AND payload ->> 'phase' = 'resumed' AND created_at > $2 GROUP BY run_id`, [runIds, at]);
    times.push(...rows.map(({ ms }) => Math.round(ms)));
  }
  return times.sort((one, other) => one - other);
}

const percentile = (sorted: readonly number[], share: number): number | null => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
