import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';

import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { newId } from '../../libs/agents/src/kernel/ids.ts';
import type { ClaimedRun, NewRun } from '../../libs/agents/src/kernel/run-store.ts';
import { childDraft, runDraft, stepDraft, testPrincipal } from '../../libs/agents/src/testing/run-draft.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { failpoint, parseFailpoint } from '../support/failpoint.ts';
import { brokenInvariants } from '../support/run-invariants.ts';

let database: TestDatabase;
let store: PostgresRunStore;
beforeAll(async () => {
  database = await openTestDatabase();
  store = new PostgresRunStore({ pool: database.pool() });
});
afterEach(async () => expect(await brokenInvariants(database.pool())).toEqual([]));
afterAll(() => database.drop());

const lease = { owner: 'worker', leaseMs: 6_000 };
const start = async (overrides: Partial<NewRun> = {}): Promise<ClaimedRun> => (await store.create(runDraft({ claim: lease, ...overrides }))).claimed!;
const sweep = () => store.sweep({ batch: 100, leaseMs: lease.leaseMs });
const claim = async (runId: string): Promise<ClaimedRun> => (await store.claim({ ...lease, queues: ['default'], limit: 1, runId }))[0]!;
/** The database clock cannot be moved, so the rows are. */
const shift = (column: string, runId: string, seconds: number) => database.pool().query(`UPDATE runs SET ${column} = ${column} - $2 * interval '1 second' WHERE id = $1`, [runId, seconds]);
const die = (run: { runId: string }) => shift('lease_expires_at', run.runId, 60);
const view = async (runId: string) => (await store.view(runId))!;
const ringIds = (answer: Awaited<ReturnType<typeof sweep>>) => answer.ring.map(({ runId }) => runId);

it('gives the run of a dead process back at once, then with growing pauses, and ends it after five crashes without progress (I24)', async () => {
  const run = await start();
  await die(run);
  const first = await sweep();
  expect([first.counts.expiredLeases, ringIds(first)]).toEqual([1, [run.runId]]);
  for (let crash = 2; crash <= 5; crash++) {
    expect(await claim(run.runId)).toMatchObject({ crashCount: crash - 1, epoch: crash });
    await die(run);
    const answer = await sweep();
    if (crash === 5) expect([answer.counts.crashLoops, ringIds(answer)]).toEqual([1, []]);
    else {
      expect(await view(run.runId)).toMatchObject({ status: 'suspended', statusReason: 'retry' });
      await shift('wake_at', run.runId, 60);
      expect(await sweep()).toMatchObject({ counts: { timers: 1 }, ring: [{ runId: run.runId }] });
    }
  }
  expect(await view(run.runId)).toMatchObject({ status: 'failed', error: { code: 'crash_loop' } });
});

it('repairs and rings the others when one run cannot be repaired, and names that one', async () => {
  const runs = [await start(), await start()];
  for (const run of runs) await die(run);
  const failing = new PostgresRunStore({ pool: database.pool(), failpoint: failpoint(parseFailpoint('repair:1:blip')) });

  const { counts, ring, failures } = await failing.sweep({ batch: 100, leaseMs: lease.leaseMs });

  expect(counts.expiredLeases).toBe(1);
  expect([...ring.map(({ runId }) => runId), ...failures.map(({ id }) => id)].sort()).toEqual(runs.map(({ runId }) => runId).sort());
  expect((await sweep()).counts.expiredLeases).toBe(1);
});

it('forgets crashes at the first new result, but not that there were twenty', async () => {
  const run = await start();
  let current = run;
  for (let crash = 1; crash <= 20; crash++) {
    await store.finish(current, { steps: [stepDraft(`t${crash}`)] });
    await die(current);
    await sweep();
    if (crash < 20) current = await claim(run.runId);
  }
  expect(await view(run.runId)).toMatchObject({ status: 'failed', error: { code: 'crash_loop' } });
});

it('lets one process drive only one run that crashed twice', async () => {
  const queue = newId();
  const poison = [await start({ queue }), await start({ queue })];
  for (const run of poison) {
    await database.pool().query('UPDATE runs SET crash_count = 1 WHERE id = $1', [run.runId]);
    await die(run);
  }
  await sweep();
  await database.pool().query(`UPDATE runs SET wake_at = now() WHERE queue = $1`, [queue]);
  await sweep();
  const claims = async (owner: string) => (await store.claim({ owner, leaseMs: 6_000, queues: [queue], limit: 10 })).length;
  expect([await claims('a'), await claims('a'), await claims('b')]).toEqual([1, 0, 1]);
});

it('bills the model calls that died, once', async () => {
  const run = await start();
  const intent = stepDraft('t1/llm', { kind: 'llm', state: 'intent', facts: { model: 'demo', inputTokens: 70, costMicros: 9 } });
  await store.begin(run, { steps: [intent] });
  await die(run);
  await sweep();
  const again = await claim(run.runId);
  await store.begin(again, { steps: [intent] });
  await store.finish(again, { steps: [{ ...intent, state: 'done' }], ledger: [{ stepKey: 't1/llm', attempt: 2, purpose: 'turn', model: 'demo', usage: { inputTokens: 80, outputTokens: 5 }, costMicros: 10, source: 'provider' }] });
  const { rows } = await database.pool().query(`SELECT attempt, source, input_tokens::integer AS tokens FROM usage_ledger WHERE run_id = $1 ORDER BY attempt`, [run.runId]);
  expect(rows).toEqual([{ attempt: 1, source: 'estimated', tokens: 70 }, { attempt: 2, source: 'provider', tokens: 80 }]);
  const { rows: [tree] } = await database.pool().query(`SELECT spent_tokens::integer AS tokens, spent_cost_micros::integer AS cost, lost_attempts FROM run_trees WHERE root_run_id = $1`, [run.runId]);
  expect(tree).toEqual({ tokens: 155, cost: 19, lost_attempts: 1 });
});

it('takes a lease that lies far in the future for one from before the clock was set back', async () => {
  const run = await start();
  await shift('lease_expires_at', run.runId, -3_600);
  expect(await sweep()).toMatchObject({ counts: { expiredLeases: 1 } });
});

it('fails overdue runs that wait or are dead, tells living ones first, and ends those that do not obey (I12, N11)', async () => {
  const [waiting, dead, living, deaf] = [await start(), await start(), await start(), await start()];
  const parent = await start();
  const { claimed: child } = await store.spawn(parent, stepDraft('s'), childDraft(parent, 'c', { claim: lease }), []);
  await store.suspend(parent, [{ stepKey: 'ask', wait: { kind: 'child', childRunId: child!.runId }, reason: 'waiting_child' }], { activeMs: 0 });
  await store.suspend(waiting, [{ stepKey: 'w', wait: { kind: 'signal', name: 'never' }, reason: 'waiting_human' }], { activeMs: 0 });
  await die(dead);
  await die(child!);
  for (const [run, seconds] of [[waiting, 61], [dead, 61], [living, 61], [deaf, 75], [child!, 61]] as const) await shift('deadline_at', run.runId, seconds);
  const answer = await sweep();
  expect([answer.counts.deadlines, ringIds(answer)]).toEqual([4, [parent.runId]]);
  for (const run of [waiting, dead, deaf, child!]) expect(await view(run.runId)).toMatchObject({ status: 'failed', error: { code: 'deadline_exceeded' } });
  expect(await view(living.runId)).toMatchObject({ status: 'running' });
  expect(await store.heartbeat('worker', [living], 6_000)).toEqual(new Map([[living.runId, 'deadline']]));
});

it('ends a cancelled run whose owner died, and one whose owner gave it back', async () => {
  const [dead, released] = [await start(), await start()];
  for (const run of [dead, released]) expect(await store.cancel({ runId: run.runId, reason: 'user_requested', by: testPrincipal })).toEqual({ status: 'running' });
  await die(dead);
  await store.release(released, 'drained');
  expect(await sweep()).toMatchObject({ counts: { cancels: 2, expiredLeases: 0 } });
  for (const run of [dead, released]) expect(await view(run.runId)).toMatchObject({ status: 'cancelled' });
});

it('commits a stored end after 30 s although a child still runs, and refuses that child\'s writes', async () => {
  const parent = await start();
  const { claimed: child } = await store.spawn(parent, stepDraft('s'), childDraft(parent, 'c', { claim: lease }), []);
  expect(await store.end(parent, { status: 'completed', output: 'kept' })).toBe('waiting_for_children');
  await sweep();
  expect(await view(parent.runId)).toMatchObject({ status: 'suspended' });
  await shift('wake_at', parent.runId, 31);
  await sweep();
  expect(await view(parent.runId)).toMatchObject({ status: 'completed', output: 'kept' });
  expect(await view(child!.runId)).toMatchObject({ status: 'cancelled' });
  await expect(store.finish(child!, { steps: [stepDraft('late')] })).rejects.toThrow(/lease/);
});

it('wakes due timers and expires questions that nobody answered', async () => {
  const [sleeper, asker] = [await start(), await start()];
  await store.suspend(sleeper, [{ stepKey: 'w', wait: { kind: 'timer', at: new Date(Date.now() + 3_600_000) }, reason: 'waiting_timer' }], { activeMs: 0 });
  await shift('wake_at', sleeper.runId, 3_601);
  const requestId = newId();
  const step = stepDraft('gate', { state: 'accepted' });
  await store.openRequest(asker, step, { requestId, stepKey: 'gate', kind: 'confirmation', card: { toolCallId: 'c', toolName: 't' }, approvers: 'owner', expiresAt: new Date(Date.now() + 200) }, []);
  await store.suspend(asker, [{ stepKey: 'gate', wait: { kind: 'signal', name: `request:${requestId}` }, reason: 'waiting_human' }], { activeMs: 0 });
  await database.pool().query(`UPDATE human_requests SET expires_at = now() WHERE id = $1`, [requestId]);
  expect(await sweep()).toMatchObject({ counts: { timers: 1, requests: 1 } });
  const again = await claim(asker.runId);
  expect(await store.consume(again, step, { kind: 'signal', name: `request:${requestId}` })).toMatchObject({ kind: 'signal', payload: { status: 'expired', outcome: 'expired', decision: null } });
});

it('rings again for what waits longer than 5 s, and lets several sweepers work at once', async () => {
  const [waiting, ...dead] = [await store.create(runDraft()), ...await Promise.all(Array.from({ length: 30 }, () => start()))];
  await shift('pending_since', waiting.runId, 6);
  await Promise.all(dead.map(die));
  const answers = await Promise.all([sweep(), sweep(), sweep()]);
  expect(answers.every((answer) => ringIds(answer).includes(waiting.runId))).toBe(true);
  expect(answers.reduce((sum, { counts }) => sum + counts.expiredLeases, 0)).toBe(30);
});
