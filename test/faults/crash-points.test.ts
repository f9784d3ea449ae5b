import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { EffectLedger, LEDGER_TABLE } from '../support/crash/effect-ledger.ts';
import { newRun, TestEngine } from '../support/crash/engine.ts';
import { Operator } from '../support/crash/operator.ts';
import { SCENARIO_OUTPUT, scenarioAgents } from '../support/crash/scenario.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/crash/worker-process.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { brokenInvariants } from '../support/invariants.ts';

let database: TestDatabase;
let ledger: EffectLedger;
let observer: TestEngine;
let operator: Operator;
const processes: WorkerProcess[] = [];
const engines: TestEngine[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool().query(LEDGER_TABLE);
  ledger = new EffectLedger(database.url);
  observer = new TestEngine({ pool: database.pool(), agents: [] });
  operator = new Operator(database.pool(), observer.store);
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  for (const { child, exited } of processes.splice(0)) { child.kill('SIGKILL'); await exited; }
  expect(await brokenInvariants(database.pool())).toEqual({});
});
afterAll(async () => {
  await operator.stop();
  await ledger.close();
  await database.drop();
});

async function run(queue: string, interactive = true): Promise<string> {
  const { runId } = await observer.store.create(newRun(`scenario-${queue}`, { queue, interactive, deadlineMs: 120_000 }));
  return runId;
}

async function worker(queue: string, options: { failpoint?: string; leaseMs?: number; replayEachStep?: boolean }): Promise<WorkerProcess> {
  const started = await startWorkerProcess({ url: database.url, queues: [queue], ...options });
  processes.push(started);
  return started;
}

function recovery(queue: string): TestEngine {
  const engine = new TestEngine({ pool: database.pool(), queues: [queue], agents: scenarioAgents({ ledger, queue }) }).start();
  engines.push(engine);
  return engine;
}

const completed = async (runId: string) => expect(await observer.ended(runId, 45_000)).toMatchObject({ status: 'completed', output: SCENARIO_OUTPUT });

describe('C19 a process sleeps past its lease', () => {
  it.each(['claim.after:1', 'begin.after:2', 'effect.after:1', 'finish.before:2'])('at %s: another takes over, the sleeper writes nothing when it wakes', async (point) => {
    const queue = `stop-${point.replaceAll(/[.:]/g, '-')}`;
    const runId = await run(queue);
    const sleeper = await worker(queue, { failpoint: `${point}:stop` });
    await eventually(async () => {
      const { rows } = await database.pool().query('SELECT lease_expires_at < now() AS expired FROM runs WHERE id = $1', [runId]);
      expect(rows[0].expired).toBe(true);
    });
    recovery(queue);
    await completed(runId);
    const { rows: [before] } = await database.pool().query('SELECT (SELECT count(*) FROM run_events) AS events, (SELECT count(*) FROM effect_ledger) AS effects');
    sleeper.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 500)); // time in which it would write
    const { rows: [after] } = await database.pool().query('SELECT (SELECT count(*) FROM run_events) AS events, (SELECT count(*) FROM effect_ledger) AS effects');
    expect(after).toEqual(before);
  }, 60_000);
});

describe('C22 SIGTERM in a step', () => {
  it('the process ends by itself within its drain, no crash is counted, another goes on', async () => {
    const runId = await run('term');
    const leaving = await worker('term', { leaseMs: 10_000 });
    await eventually(async () => expect((await observer.journal(runId)).some(({ key }) => key === 't1/llm')).toBe(true));
    const askedAt = performance.now();
    leaving.kill('SIGTERM');
    expect(await leaving.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - askedAt).toBeLessThan(6_000);
    recovery('term');
    await completed(runId);
    const { rows } = await database.pool().query('SELECT crash_total FROM runs WHERE id = $1', [runId]);
    expect(rows[0]).toEqual({ crash_total: 0 });
  }, 60_000);
});

describe('C10 death after k of n calls of a batch', () => {
  it('keeps the calls that finished, states the doubt about the one that did not', async () => {
    const runId = await run('batch');
    const dying = await worker('batch', { failpoint: 'effect.after:1:death' });
    expect((await dying.exited).signal).toBe('SIGKILL');
    const { rows } = await database.pool().query<{ key: string }>(`SELECT key FROM effect_ledger WHERE run_id = $1 AND kind <> 'model'`, [runId]);
    expect(rows.length).toBeGreaterThan(0);
    recovery('batch');
    await completed(runId);
  }, 60_000);

  it('a headless run fails with effect_in_doubt and repeats nothing', async () => {
    const runId = await run('headless', false);
    const dying = await worker('headless', { failpoint: 'effect.after:1:death' });
    expect((await dying.exited).signal).toBe('SIGKILL');
    recovery('headless');
    expect(await observer.ended(runId, 45_000)).toMatchObject({ status: 'failed', error: { code: 'effect_in_doubt' } });
    const { rows } = await database.pool().query(`SELECT count(*)::int AS count FROM effect_ledger WHERE run_id = $1 AND kind = 'once'`, [runId]);
    expect(rows[0].count).toBeLessThanOrEqual(1);
  }, 60_000);
});

describe('AC-E21 crash recovery', () => {
  it('AC-E10 goes from death to progress within a lease and a sweep, under the next epoch, with the sequence of engine.md section 13', async () => {
    const runId = await run('sequence');
    const dying = await worker('sequence', { failpoint: 'finish.after:1:death' });
    expect((await dying.exited).signal).toBe('SIGKILL');
    const diedAt = performance.now();
    recovery('sequence');
    await eventually(async () => expect((await observer.journal(runId)).length).toBeGreaterThan(3), { timeoutMs: 10_000 });
    expect(performance.now() - diedAt).toBeLessThan(6_000); // lease 1.2 s here, 6 s in the product
    await completed(runId);
    const events = (await observer.events(runId)).filter((event) => event.type === 'workflow');
    expect(events.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['prompted', 'planning', 'queued', 'resumed', 'suspended', 'completed']));
    const { rows } = await database.pool().query('SELECT lease_epoch, crash_total, crash_count FROM runs WHERE id = $1', [runId]);
    expect(rows[0].crash_count).toBe(0);
    expect(rows[0].crash_total).toBeGreaterThan(0);
    expect((await observer.journal(runId)).map(({ key }) => key)).toEqual(expect.arrayContaining(
      ['t0/tools', 't1/llm', 't1/tool/call_note', 't1/tool/call_refund/gate', 't1/tool/call_refund', 'spawn', 'ask', 'sleep', 'signal/go', 't2/llm']));
  }, 60_000);
});

describe('REPLAY_EACH_STEP in a process of its own', () => {
  it('the whole scenario, restarted after each step, ends the same (I19)', async () => {
    const runId = await run('replay');
    await worker('replay', { replayEachStep: true });
    await completed(runId);
  }, 60_000);
});
