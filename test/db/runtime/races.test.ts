import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { defineTool, LeaseLostError, newId, type RunContext } from '@roster/agents/kernel';
import { z } from 'zod';

import { type EngineOptions, manager, newRun, TestEngine } from '../../support/crash/engine.ts';
import { LEDGER_TABLE } from '../../support/crash/effect-ledger.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { brokenInvariants } from '../../support/invariants.ts';

let database: TestDatabase;
const engines: TestEngine[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool().query(LEDGER_TABLE);
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  expect(await brokenInvariants(database.pool())).toEqual({});
});
afterAll(() => database.drop());

function engine(options: Omit<EngineOptions, 'pool'>): TestEngine {
  const made = new TestEngine({ pool: database.pool(), ...options });
  engines.push(made);
  return made;
}

const waiter = { key: 'waiter', run: async (context: RunContext) => { const signal = await context.sleepUntilSignal('go'); return signal.kind === 'signal' ? signal.payload : signal.kind; } };
const signal = (made: TestEngine, runId: string, payload: string | number, idempotencyKey?: string) => made.store.signal({ runId }, 'go', { payload, sentBy: manager, ...(idempotencyKey && { idempotencyKey }) });

describe('lost and doubled rings', () => {
  it('C1 C2 a run that nobody rang for is found, and one that was rung for is driven once', async () => {
    const made = engine({ agents: [{ key: 'once', run: async (context) => context.step('effect', async () => 1) }] });
    const runId = await made.create('once');
    made.start();
    expect((await made.ended(runId)).status).toBe('completed');
    expect(await made.worker.answer()).toBe(false);
  });

  it('C25 fifty equal creates, signals and wakes are one run, one signal, one drive', async () => {
    const made = engine({ agents: [waiter] }).start();
    const key = { scope: 'test', key: newId(), digest: 'same' };
    const created = await Promise.all(Array.from({ length: 50 }, () => made.store.create(newRun('waiter', { idempotency: key }))));
    const [runId, ...others] = new Set(created.map((one) => one.runId));
    expect(others).toEqual([]);
    expect(created.filter(({ inserted }) => inserted)).toHaveLength(1);
    await made.reaches(runId!, ['suspended']);
    const answers = await Promise.all(Array.from({ length: 50 }, () => signal(made, runId!, 'x', 'one')));
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
    for (let ring = 0; ring < 50; ring++) made.worker.wake();
    expect((await made.ended(runId!)).output).toBe('x');
    const { rows } = await database.pool().query('SELECT attempt FROM runs WHERE id = $1', [runId]);
    expect(rows[0]).toEqual({ attempt: 2 });
  });
});

describe('C12 a signal arrives', () => {
  it('before the run waits, while it is pending, while it suspends, and after its end', async () => {
    const made = engine({ agents: [waiter] });
    const early = await made.create('waiter');
    expect(await signal(made, early, 'early')).toBe('stored');
    made.start();
    expect((await made.ended(early)).output).toBe('early');
    expect(await signal(made, early, 'late')).toBe('gone');
    // Together with the suspension, many times: the run must neither miss it nor get it twice.
    await Promise.all(Array.from({ length: 30 }, async (_, index) => {
      const runId = await made.create('waiter');
      await new Promise((resolve) => setTimeout(resolve, index % 10));
      await signal(made, runId, index);
      expect((await made.ended(runId)).output).toBe(index);
    }));
  });
});

describe('C16 timeout, reply and failure of a child meet', () => {
  it('gives exactly one outcome, and the child ends', async () => {
    const made = engine({ agents: [
      { key: 'asker', run: async (context) => (await context.ask(await context.spawn('racer/main', { payload: null }), { timeoutMs: 60 })) as never },
      { key: 'racer', run: async (context) => { await context.sleepUntil({ ms: 50 + Math.floor(context.random() * 20) }); if (context.random() > 0.5) throw new Error('lost'); return 'won'; } },
    ] }).start();
    const ids = await Promise.all(Array.from({ length: 12 }, () => made.create('asker')));
    for (const runId of ids) {
      expect(['replied', 'timed_out', 'target_failed']).toContain(((await made.ended(runId)).output as { kind: string }).kind);
    }
  });
});

describe('C17 cancel', () => {
  it('ends a pending, a suspended, a running and a completing run once, and is idempotent', async () => {
    const made = engine({ agents: [waiter, { key: 'quick', run: async () => 'done' }, { key: 'busy', run: async (context) => { await context.step('hang', ({ signal: stop }) => new Promise<null>((_, reject) => stop.addEventListener('abort', () => reject(stop.reason as Error)))); } }] });
    const pending = await made.create('waiter');
    expect(await made.store.cancel({ runId: pending, reason: 'user_requested', by: manager })).toEqual({ status: 'cancelled' });
    expect(await made.store.cancel({ runId: pending, reason: 'superseded', by: manager })).toEqual({ status: 'cancelled' });
    made.start();
    const suspended = await made.create('waiter');
    await made.reaches(suspended, ['suspended']);
    await made.store.cancel({ runId: suspended, reason: 'user_requested', by: manager });
    expect((await made.store.view(suspended))?.status).toBe('cancelled');
    const running = await made.create('busy');
    await eventually(async () => expect(await made.journal(running)).toHaveLength(1));
    await made.store.cancel({ runId: running, reason: 'user_requested', by: manager });
    expect((await made.ended(running)).status).toBe('cancelled');
    const completing = await Promise.all(Array.from({ length: 10 }, () => made.create('quick')));
    await Promise.all(completing.map((runId) => made.store.cancel({ runId, reason: 'user_requested', by: manager })));
    for (const runId of completing) expect(['completed', 'cancelled']).toContain((await made.ended(runId)).status);
  });

  it('ends a run whose owner is dead', async () => {
    const made = engine({ agents: [waiter] });
    const runId = await made.create('waiter');
    await made.store.claim({ owner: 'dead', leaseMs: 300, queues: ['default'], limit: 1, runId });
    await made.store.cancel({ runId, reason: 'user_requested', by: manager });
    made.start();
    expect((await made.ended(runId)).status).toBe('cancelled');
  });
});

describe('C20 heartbeats fail', () => {
  it('a worker that cannot renew its lease aborts its effects and writes nothing; another finishes', async () => {
    let isCut = true;
    const aborted: string[] = [];
    let passes = 0;
    const agents = [{ key: 'slow', run: async (context: RunContext) => context.step('effect', async ({ signal: stop, attempt }) => {
      if (++passes > 1) return attempt;
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => { aborted.push(String(stop.reason)); resolve(); }));
      return -1;
    }, { idempotent: true }) }];
    const cut = engine({ agents, failpoint: (command) => { if (isCut && command === 'heartbeat') throw new Error('no route'); } });
    const runId = await cut.create('slow');
    cut.start();
    await eventually(() => expect(aborted).toHaveLength(1));
    expect(aborted[0]).toContain(new LeaseLostError(runId).message);
    isCut = false;
    engine({ agents }).start();
    expect(await cut.ended(runId)).toMatchObject({ status: 'completed' });
    expect((await cut.store.view(runId))?.output).not.toBe(-1);
  });
});

describe('C31 an answer comes early, twice, late', () => {
  it('the first one counts, whatever the run is doing; after the end nobody can decide', async () => {
    const refund = defineTool({ name: 'refund', description: '', risk: 'critical', idempotent: false, input: z.object({}), execute: async () => 'paid' });
    const made = engine({ agents: [{ key: 'desk', run: async (context) => (await context.withTools([refund], { approvalAbove: 'safe', interactive: true }).tool({ toolCallId: 'call_1', toolName: 'refund', input: {}, turn: 1 })) as never }] }).start();
    const runId = await made.create('desk', { interactive: true });
    const { id: requestId } = await made.openRequest(runId);
    const decide = (approved: boolean) => made.store.decide({ requestId, decision: { approved }, decidedBy: manager });
    expect(await decide(true)).toMatchObject({ kind: 'decided' }); // perhaps before the run suspended
    expect(await decide(false)).toMatchObject({ kind: 'already_decided', decision: { approved: true } });
    expect(await made.ended(runId)).toMatchObject({ output: { kind: 'ok', output: 'paid' } });
    expect(await decide(false)).toMatchObject({ kind: 'already_decided' });
    const cancelled = await made.create('desk', { interactive: true });
    const { id } = await made.openRequest(cancelled);
    await made.reaches(cancelled, ['suspended']);
    await made.store.cancel({ runId: cancelled, reason: 'user_requested', by: manager });
    expect(await made.store.decide({ requestId: id, decision: { approved: true }, decidedBy: manager })).toMatchObject({ kind: 'already_decided', status: 'cancelled' });
  });
});

describe('AC-E5 a step whose effect is in doubt', () => {
  const paid: string[] = [];
  const pay = defineTool({ name: 'pay', description: '', risk: 'safe', idempotent: false, input: z.object({}), execute: async (_input, { runId }) => { paid.push(runId); return 'paid now'; } });
  const payer = { key: 'payer', tools: [pay], run: async (context: RunContext) => (await context.tool({ toolCallId: 'call_pay', toolName: 'pay', input: {}, turn: 1 })) as never };

  /** A worker begins the call and is gone before its result. */
  async function begun(made: TestEngine, interactive: boolean): Promise<string> {
    const runId = await made.create('payer', { interactive });
    const lost = engine({ agents: [payer], failpoint: (command) => { if (command === 'finish' || command === 'release') throw new Error('dead'); } });
    const [claimed] = await lost.store.claim({ owner: 'dead', leaseMs: 300, queues: ['default'], limit: 1, runId });
    await lost.worker.drive(claimed!);
    paid.length = 0;
    return runId;
  }

  it.each([
    ['retry', { choice: 'retry' }, { status: 'completed', output: { kind: 'ok', output: 'paid now' } }, 1],
    ['record', { choice: 'record', result: 'paid before' }, { status: 'completed', output: { kind: 'ok', output: 'paid before' } }, 0],
    ['fail', { choice: 'fail' }, { status: 'failed', error: { code: 'effect_in_doubt' } }, 0],
  ] as const)('%s', async (_name, decision, end, payments) => {
    const made = engine({ agents: [payer] });
    const runId = await begun(made, true);
    made.start();
    const card = await made.openRequest(runId);
    expect(card).toMatchObject({ kind: 'in_doubt', approvers: 'operator', card: { stepKey: 't1/tool/call_pay', toolName: 'pay' } });
    await made.store.decide({ requestId: card.id, decision: { ...decision }, decidedBy: manager });
    expect(await made.ended(runId)).toMatchObject(end);
    expect(paid).toHaveLength(payments);
  });

  it('fails a headless run, and nothing is paid again', async () => {
    const made = engine({ agents: [payer] });
    const runId = await begun(made, false);
    made.start();
    expect(await made.ended(runId)).toMatchObject({ status: 'failed', error: { code: 'effect_in_doubt' } });
    expect(paid).toEqual([]);
  });
});

describe('AC-E6 suspended runs', () => {
  it('cost no memory: 1,000 add less than 20 MB', async () => {
    const collect = (globalThis as { gc?: () => void }).gc;
    const made = engine({ agents: [waiter], capacity: 20 }).start();
    const settled = async (count: number) => eventually(async () => {
      const { rows } = await database.pool().query(`SELECT count(*)::int AS open FROM runs WHERE agent_key = 'waiter' AND status = 'suspended'`);
      expect(rows[0].open).toBe(count);
    }, { timeoutMs: 60_000 });
    const { rows: [before] } = await database.pool().query(`SELECT count(*)::int AS open FROM runs WHERE agent_key = 'waiter' AND status = 'suspended'`);
    const start = async (count: number) => { for (let chunk = 0; chunk < count; chunk += 50) await Promise.all(Array.from({ length: 50 }, () => made.create('waiter'))); };
    await start(200); // warms caches up
    await settled(before.open + 200);
    collect?.();
    const heapBefore = process.memoryUsage().heapUsed;
    await start(1_000);
    await settled(before.open + 1_200);
    await eventually(() => expect(made.worker.activeRunIds).toEqual([]));
    collect?.();
    await eventually(() => expect((process.memoryUsage().heapUsed - heapBefore) / 2 ** 20).toBeLessThan(20), { timeoutMs: 20_000 });
  }, 120_000);
});
