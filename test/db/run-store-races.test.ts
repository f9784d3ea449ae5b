import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';

import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { newId } from '../../libs/agents/src/kernel/ids.ts';
import { TreeFullError } from '../../libs/agents/src/kernel/run-errors.ts';
import type { ClaimedRun, NewRun } from '../../libs/agents/src/kernel/run-store.ts';
import { childDraft, runDraft, stepDraft, testPrincipal } from '../../libs/agents/src/testing/run-draft.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { brokenInvariants } from '../support/run-invariants.ts';

let database: TestDatabase;
let pool: pg.Pool;
let store: PostgresRunStore;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 24 });
  store = new PostgresRunStore({ pool });
});
afterEach(async () => expect(await brokenInvariants(pool)).toEqual([]));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const lease = { owner: 'worker', leaseMs: 60_000 };
const start = async (overrides: Partial<NewRun> = {}): Promise<ClaimedRun> => (await store.create(runDraft({ claim: lease, ...overrides }))).claimed!;
const goSignal = { payload: 1, sentBy: testPrincipal };
const waits = [{ stepKey: 'w', wait: { kind: 'signal' as const, name: 'go' }, reason: 'waiting_signal' as const }];
const statusOf = async (runId: string) => (await store.view(runId))!.status;
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, index) => work(index)));

it('AC-E3 loses none of 600 signals that race with the suspension of their run (I8, I10)', async () => {
  for (let round = 0; round < 30; round++) {
    const runs = await times(20, () => start());
    const answers = await Promise.all(runs.map(async (run, index) => {
      const first = () => store.suspend(run, waits, { activeMs: 0 });
      const second = () => store.signal({ runId: run.runId }, 'go', goSignal);
      return index % 2 ? Promise.all([first(), second()]) : Promise.all([second(), first()]);
    }));
    expect(answers.flat()).not.toContain('gone');
    const { rows } = await pool.query<{ status: string }>('SELECT DISTINCT status FROM runs WHERE id = ANY ($1)', [runs.map(({ runId }) => runId)]);
    expect(rows).toEqual([{ status: 'pending' }]);
  }
}, 60_000);

/** A sender on a connection of its own that has stored its signal and not committed yet. */
async function halfSentSignal(runId: string, lock: boolean): Promise<{ commit(): Promise<void> }> {
  const sender = await pool.connect();
  await sender.query('BEGIN');
  await sender.query(`SELECT engine_signal($1, 'go', '1', NULL, '{}', $2)`, [runId, lock]);
  return { commit: async () => { await sender.query('COMMIT'); sender.release(); } };
}

it('AC-E3 makes a suspension wait for the signal that is being stored', async () => {
  const run = await start();
  const signal = await halfSentSignal(run.runId, true);
  const suspended = store.suspend(run, waits, { activeMs: 0 });
  await eventually(async () => expect((await pool.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%engine_suspend%' AND datname = current_database()`)).rowCount).toBe(1));
  await signal.commit();
  expect(await suspended).toBe('ready');
});

it('AC-E3 loses the wake-up as soon as the row lock is taken away', async () => {
  const run = await start();
  const unlocked = new PostgresRunStore({ pool, lockRuns: false });
  const signal = await halfSentSignal(run.runId, false);
  const answer = await unlocked.suspend(run, waits, { activeMs: 0 });
  await signal.commit();
  expect([answer, await statusOf(run.runId)]).toEqual(['suspended', 'suspended']);
  expect(await brokenInvariants(pool)).toEqual([`I10 no suspended run waits for what is there: ${run.runId}`]);
  await store.cancel({ runId: run.runId, reason: 'user_requested', by: null });
});

it('AC-E8 stores 50 copies of one signal once, whatever the state of the run', async () => {
  const [running, suspended, pending] = [await start(), await start(), await start()];
  await store.suspend(suspended, waits, { activeMs: 0 });
  await store.release(pending, 'drained');
  for (const run of [running, suspended, pending]) {
    const answers = await times(50, () => store.signal({ runId: run.runId }, 'go', { ...goSignal, idempotencyKey: 'same' }));
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
  }
  expect((await pool.query(`SELECT count(*)::integer AS n FROM signals WHERE idempotency_key = 'same'`)).rows).toEqual([{ n: 3 }]);
  expect(await statusOf(suspended.runId)).toBe('pending');
});

it('AC-E8 hands one signal to one of two claims that fight for it', async () => {
  const run = await start();
  await store.signal({ runId: run.runId }, 'go', goSignal);
  const taken = await times(10, (index) => store.consume(run, stepDraft(`w${index}`), { kind: 'signal', name: 'go' }));
  expect(taken.filter(({ kind }) => kind === 'signal')).toHaveLength(1);
});

it('AC-E17 AC-P32 lets one of 20 concurrent decisions win; 19 are told who did', async () => {
  const run = await start();
  const requestId = newId();
  await store.openRequest(run, stepDraft('gate', { state: 'accepted' }), { requestId, stepKey: 'gate', kind: 'confirmation', card: { toolCallId: 'c', toolName: 't' }, approvers: 'owner' }, []);
  await store.suspend(run, [{ stepKey: 'gate', wait: { kind: 'signal', name: `request:${requestId}` }, reason: 'waiting_human' }], { activeMs: 0 });
  const answers = await times(20, (index) => store.decide({ requestId, decision: { approved: index % 2 === 0 }, decidedBy: { kind: 'system', name: String(index) } }));
  expect(answers.filter(({ kind }) => kind === 'decided')).toHaveLength(1);
  const losers = answers.flatMap((answer) => (answer.kind === 'already_decided' ? [JSON.stringify([answer.decision, answer.decidedBy])] : []));
  expect([losers.length, new Set(losers).size]).toEqual([19, 1]);
  expect(await statusOf(run.runId)).toBe('pending');
});

it('AC-E9 never opens a sixth run under a cap of 5, whoever spawns at the same time (I17)', async () => {
  const root = await start({ limits: { maxAgents: 5, maxDepth: 5 } });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => store.spawn(root, stepDraft(`s${index}`), childDraft(root, `call_${index}`), [])));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(TreeFullError);
});

it('creates one run for one key, however many ask at once (C25)', async () => {
  const idempotency = { scope: 'slot', key: newId(), digest: 'd' };
  const created = await times(50, () => store.create(runDraft({ idempotency })));
  expect(created.filter(({ inserted }) => inserted)).toHaveLength(1);
  expect(new Set(created.map(({ runId }) => runId)).size).toBe(1);
});

it('gives each pending run to one of eight claimers', async () => {
  const queue = newId();
  const created = await times(60, (index) => store.create(runDraft({ queue, fairKey: String(index % 5) })));
  const claimed: string[] = [];
  await times(8, async (worker) => {
    for (;;) {
      const runs = await store.claim({ owner: `w${worker}`, leaseMs: 60_000, queues: [queue], limit: 3 });
      claimed.push(...runs.map(({ runId }) => runId));
      if (runs.length === 0) return;
    }
  });
  expect([...claimed].sort()).toEqual(created.map(({ runId }) => runId).sort());
});

it('AC-P28 numbers the events of 20 writers without gap, and readers that follow miss none and see no number late (I3)', async () => {
  const root = await start();
  const children = await times(20, async (index) => (await store.spawn(root, stepDraft(`s${index}`), childDraft(root, `call_${index}`, { claim: lease }), [])).claimed!);
  let writing = true;
  const follow = async (from: number): Promise<number[]> => {
    const seen: number[] = [];
    for (let after = from, last = false; ; ) {
      const events = await store.events(root.streamId, after, 50);
      seen.push(...events.map(({ seq }) => seq));
      after = seen.at(-1) ?? after;
      if (events.length === 0 && last) return seen;
      last = !writing;
    }
  };
  const readers = [0, 5, 17].map(follow);
  await Promise.all(children.map(async (child) => {
    for (let step = 0; step < 15; step++) await store.finish(child, { steps: [stepDraft(`t${step}`)], events: [{ event: { type: 'log', name: 'n', payload: step } }, { event: { type: 'log', name: 'm', payload: step } }] });
    await store.end(child, { status: 'completed' });
  }));
  writing = false;
  const total = 1 + 20 + 20 * (15 * 2 + 2);
  for (const [index, from] of [0, 5, 17].entries()) expect(await readers[index]).toEqual(Array.from({ length: total - from }, (_, offset) => from + offset + 1));
}, 60_000);

it('gives either the timer or the signal to a wait with a time limit, never both (I14)', async () => {
  for (let round = 0; round < 40; round++) {
    const run = await start();
    const step = stepDraft('w');
    const [timer, signal] = await Promise.all([
      store.consume(run, step, { kind: 'timer', at: new Date(0) }),
      store.signal({ runId: run.runId }, 'go', goSignal).then(() => store.consume(run, step, { kind: 'signal', name: 'go' })),
    ]);
    expect(timer).toEqual(signal);
  }
});
