// Every command, broken in every way a database can break it: repeated by the store, or by its caller, it has happened once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { derivedId, newId } from '../../libs/agents/src/kernel/ids.ts';
import { LeaseLostError } from '../../libs/agents/src/kernel/run-errors.ts';
import type { ClaimedRun, RunStore } from '../../libs/agents/src/kernel/run-store.ts';
import { childDraft, runDraft, stepDraft, testPrincipal } from '../../libs/agents/src/testing/run-draft.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { BlipError, failpoint, parseFailpoint } from '../support/failpoint.ts';
import { brokenInvariants } from '../support/run-invariants.ts';

let database: TestDatabase;
let store: PostgresRunStore;
beforeAll(async () => {
  database = await openTestDatabase();
  store = new PostgresRunStore({ pool: database.pool() });
});
afterEach(async () => expect(await brokenInvariants(database.pool())).toEqual([]));
afterAll(() => database.drop());

const lease = { owner: 'worker', leaseMs: 60_000 };
const start = async (): Promise<ClaimedRun> => (await store.create(runDraft({ claim: lease }))).claimed!;
const requestOf = (run: ClaimedRun) => derivedId('request', run.runId);
const opening = (run: ClaimedRun) => [run, stepDraft('gate', { state: 'accepted' }), { requestId: requestOf(run), stepKey: 'gate', kind: 'confirmation', card: { toolCallId: 'c', toolName: 't' }, approvers: 'owner' }, [{ event: { type: 'log', name: 'asked', payload: null } }]] as const;

interface Scenario {
  /** The table that the command writes for sure. */
  table: string;
  prepare?(run: ClaimedRun): Promise<unknown>;
  act(store: RunStore, run: ClaimedRun): Promise<unknown>;
}

const fixedDraft = (run: ClaimedRun) => ({ ...runDraft(), runId: derivedId('draft', run.runId), address: run.address, agentId: run.agentId });

const SCENARIOS: Record<string, Scenario> = {
  create: { table: 'runs', act: (target, run) => target.create(fixedDraft(run)) },
  claim: { table: 'runs', prepare: (run) => store.release(run, 'drained'), act: (target, run) => target.claim({ ...lease, queues: ['default'], limit: 1, runId: run.runId }) },
  heartbeat: { table: 'runs', act: (target, run) => target.heartbeat('worker', [run], 60_000) },
  begin: { table: 'run_steps', act: (target, run) => target.begin(run, { steps: [stepDraft('a', { state: 'intent' })] }) },
  finish: {
    table: 'run_events',
    act: (target, run) => target.finish(run, {
      steps: [stepDraft('a')], events: [{ event: { type: 'log', name: 'n', payload: 1 }, stepKey: 'a' }],
      ledger: [{ stepKey: 'a', attempt: 1, purpose: 'turn', model: 'm', usage: { inputTokens: 5 }, costMicros: 1, source: 'provider' }],
    }),
  },
  spawn: { table: 'runs', act: (target, run) => target.spawn(run, stepDraft('s'), childDraft(run, 'c'), []) },
  openRequest: { table: 'human_requests', act: (target, run) => target.openRequest(...opening(run)) },
  consume: {
    table: 'signals', prepare: (run) => store.signal({ runId: run.runId }, 'go', { payload: 1, sentBy: testPrincipal }),
    act: (target, run) => target.consume(run, stepDraft('w'), { kind: 'signal', name: 'go' }),
  },
  suspend: { table: 'run_waits', act: (target, run) => target.suspend(run, [{ stepKey: 'w', wait: { kind: 'signal', name: 'go' }, reason: 'waiting_signal' }], { activeMs: 1 }) },
  signal: { table: 'signals', act: (target, run) => target.signal({ runId: run.runId }, 'go', { payload: 1, sentBy: testPrincipal, idempotencyKey: 'k' }) },
  decide: { table: 'human_requests', prepare: (run) => store.openRequest(...opening(run)), act: (target, run) => target.decide({ requestId: requestOf(run), decision: { approved: true }, decidedBy: testPrincipal, idempotencyKey: 'k' }) },
  end: { table: 'run_events', act: (target, run) => target.end(run, { status: 'completed' }) },
  cancel: { table: 'runs', act: (target, run) => target.cancel({ runId: run.runId, reason: 'user_requested', by: testPrincipal }) },
  retryLater: { table: 'runs', act: (target, run) => target.retryLater(run, { delayMs: 10_000, error: { code: 'x', message: 'm', retryable: true } }) },
  release: { table: 'runs', act: (target, run) => target.release(run, 'drained') },
  repair: {
    table: 'runs', prepare: (run) => database.pool().query(`UPDATE runs SET lease_expires_at = now() WHERE id = $1`, [run.runId]),
    act: async (target) => { for (const { error } of (await target.sweep({ batch: 10, leaseMs: 60_000 })).failures) throw error; },
  },
};

/** Rows of the run that a command can have written, without times and generated ids. */
async function footprint(run: ClaimedRun): Promise<unknown> {
  const { rows } = await database.pool().query(`SELECT
    (SELECT jsonb_agg(jsonb_build_array(id, status, status_reason, lease_epoch, attempt, crash_count, retry_count, cancel_reason) ORDER BY id) FROM runs WHERE $1 IN (id, root_run_id)) AS runs,
    (SELECT jsonb_agg(jsonb_build_array(key, state, result) ORDER BY key) FROM run_steps WHERE run_id = $1) AS steps,
    (SELECT jsonb_agg(jsonb_build_array(run_id, seq, type, payload) ORDER BY seq) FROM run_events WHERE root_run_id = $1) AS events,
    (SELECT jsonb_agg(jsonb_build_array(name, payload, consumed_by_key) ORDER BY id) FROM signals WHERE run_id = $1) AS signals,
    (SELECT jsonb_agg(jsonb_build_array(status, decision) ORDER BY id) FROM human_requests WHERE run_id = $1) AS requests,
    (SELECT jsonb_agg(jsonb_build_array(step_key, attempt)) FROM usage_ledger WHERE run_id = $1) AS ledger`, [run.runId]);
  const ids = new Map<string, string>();
  const anonymous = JSON.stringify(rows[0]).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => ids.get(id) ?? (ids.set(id, `id${ids.size}`), `id${ids.size - 1}`)).replace(/"decidedAt": ?"[^"]*"/g, '"decidedAt":0');
  return JSON.parse(anonymous);
}

async function undisturbed({ prepare, act }: Scenario): Promise<unknown> {
  const run = await start();
  await prepare?.(run);
  await act(store, run);
  return footprint(run);
}

describe.each(Object.entries(SCENARIOS))('%s', (command, scenario) => {
  it.each(['40P01', '40001'])('C34 is repeated whole after %s in the middle of its writes', async (code) => {
    const expected = await undisturbed(scenario);
    const run = await start();
    await scenario.prepare?.(run);
    await breakTwice(scenario.table, code, () => scenario.act(store, run));
    expect(await footprint(run)).toEqual(expected);
  });

  it('leaves nothing behind when the connection breaks before it, and works the second time', async () => {
    const expected = await undisturbed(scenario);
    const run = await start();
    await scenario.prepare?.(run);
    const before = await footprint(run);
    const broken = new PostgresRunStore({ pool: database.pool(), failpoint: failpoint(parseFailpoint(`${command}:1:blip`)) });
    await expect(scenario.act(broken, run)).rejects.toBeInstanceOf(BlipError);
    expect(await footprint(run)).toEqual(before);
    await scenario.act(broken, run);
    expect(await footprint(run)).toEqual(expected);
  });

  it('has happened once when its answer is lost and the caller repeats it', async () => {
    const expected = await undisturbed(scenario);
    const run = await start();
    await scenario.prepare?.(run);
    const broken = new PostgresRunStore({ pool: database.pool(), failpoint: failpoint(parseFailpoint(`${command}.after:1:blip`)) });
    await expect(scenario.act(broken, run)).rejects.toBeInstanceOf(BlipError);
    await scenario.act(broken, run).catch((error: unknown) => expect(error).toBeInstanceOf(LeaseLostError)); // the run was let go by the first time
    expect(await footprint(run)).toEqual(expected);
  });
});

it('gives up a command after five conflicts and reports the last one', async () => {
  const run = await start();
  await expect(breakTwice('run_steps', '40001', () => store.finish(run, { steps: [stepDraft('a')] }), 5)).rejects.toMatchObject({ code: '40001' });
  await store.finish(run, { steps: [stepDraft('a')] });
});

/** A trigger that raises at the first writes to a table. Its counter is a sequence: a rollback does not turn it back. */
async function breakTwice<T>(table: string, code: string, work: () => Promise<T>, turns = 2): Promise<T> {
  const name = `broken_${newId().replaceAll('-', '')}`;
  await database.pool().query(`
    CREATE SEQUENCE ${name};
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('${name}') <= ${turns} THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END IF; RETURN NULL;
    END $$;
    CREATE TRIGGER ${name} AFTER INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`);
  try {
    return await work();
  } finally {
    const { rows } = await database.pool().query<{ fired: boolean }>(`SELECT is_called AND last_value >= ${turns} AS fired FROM ${name}`);
    await database.pool().query(`DROP TRIGGER ${name} ON ${table}; DROP FUNCTION ${name}(); DROP SEQUENCE ${name};`);
    expect(rows[0]!.fired).toBe(true);
  }
}
