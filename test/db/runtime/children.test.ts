import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunContext, ModelError, RunResult } from '@roster/agents/kernel';

import { type EngineOptions, manager, TestEngine } from '../../support/crash/engine.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

let database: TestDatabase;
const engines: TestEngine[] = [];
beforeAll(async () => { database = await openTestDatabase(); });
afterEach(async () => { for (const engine of engines.splice(0)) await engine.stop(); });
afterAll(() => database.drop());

function engine(options: Omit<EngineOptions, 'pool'>): TestEngine {
  const made = new TestEngine({ pool: database.pool(), ...options }).start();
  engines.push(made);
  return made;
}

const parent = (run: (context: RunContext) => Promise<unknown>) => ({ key: 'parent', run: async (context: RunContext) => (await run(context)) as never });
const asking = (target: string, options?: Parameters<RunContext['ask']>[1], spawn?: Parameters<RunContext['spawn']>[2]) => parent(async (context) => {
  const child = await context.spawn(`${target}/main`, { payload: { n: 1 } }, spawn);
  return context.ask(child, options);
});

describe('asking a child', () => {
  it('AC-E7 is answered with the output of a child that completes, without suspending when the child runs here', async () => {
    const made = engine({ agents: [asking('child'), { key: 'child', run: async (context) => new RunResult({ got: context.input }, 'answer') }] });
    const run = await made.finish('parent');
    expect(run.output).toMatchObject({ kind: 'replied', value: { got: { n: 1 } } });
    const events = await made.events(run.runId);
    expect(events.filter(({ type }) => type === 'child_run_linked')).toHaveLength(1);
    expect(events.some((event) => event.type === 'workflow' && event.phase === 'resumed')).toBe(false);
    expect(events.at(-1)).toEqual({ type: 'run_stream_end' });
  });

  it('AC-E7 is told that the child failed, or was cancelled alone', async () => {
    const failing = engine({ agents: [asking('child'), { key: 'child', run: async () => { throw new ModelError('authentication_failed', 'no key'); } }] });
    expect((await failing.finish('parent')).output).toMatchObject({ kind: 'target_failed', error: { code: 'authentication_failed' } });
    const patient = engine({ agents: [{ ...asking('sleeper'), key: 'asker' }, { key: 'sleeper', run: async (context) => { await context.sleepUntilSignal('never'); } }] });
    const runId = await patient.create('asker');
    const childId = await eventually(async () => {
      const { rows } = await database.pool().query<{ id: string }>(`SELECT id FROM runs WHERE parent_run_id = $1 AND status = 'suspended'`, [runId]);
      expect(rows).toHaveLength(1);
      return rows[0]!.id;
    });
    await patient.reaches(runId, ['suspended']);
    await patient.store.cancel({ runId: childId, reason: 'user_requested', by: manager });
    expect((await patient.ended(runId)).output).toMatchObject({ kind: 'target_cancelled', reason: 'user_requested' });
  });

  it('AC-E7 times out at a deadline fixed once, cancels the child, and a child left alone answers late by an event', async () => {
    const sleeper = { key: 'sleeper', run: async (context: RunContext) => { await context.sleepUntilSignal('wake'); return 'at last'; } };
    const cancelling = engine({ agents: [{ ...asking('sleeper', { timeoutMs: 150 }), key: 'strict' }, sleeper] });
    const strict = await cancelling.finish('strict');
    expect(strict.output).toMatchObject({ kind: 'timed_out', stillRunning: false });
    const { childRunId } = strict.output as { childRunId: string };
    expect(await cancelling.ended(childRunId)).toMatchObject({ status: 'cancelled' });

    const leaving = engine({
      agents: [sleeper, {
        key: 'lenient', run: async (context) => {
          const child = await context.spawn('sleeper/main', { payload: null });
          const outcome = await context.ask(child, { timeoutMs: 150, onTimeout: 'leave' });
          await context.sleepUntilSignal('go on');
          return outcome as never;
        },
      }],
    });
    const runId = await leaving.create('lenient');
    const childId = await eventually(async () => {
      const { rows } = await database.pool().query<{ id: string }>(`SELECT c.id FROM runs c JOIN run_steps s ON s.run_id = c.parent_run_id WHERE c.parent_run_id = $1 AND s.kind = 'ask' AND s.state = 'done'`, [runId]);
      expect(rows).toHaveLength(1);
      return rows[0]!.id;
    });
    await leaving.store.signal({ runId: childId }, 'wake', { payload: null, sentBy: manager });
    await leaving.ended(childId);
    await leaving.store.signal({ runId }, 'go on', { payload: null, sentBy: manager });
    expect((await leaving.ended(runId)).output).toMatchObject({ kind: 'timed_out', stillRunning: true });
    expect((await leaving.events(runId)).filter(({ type }) => type === 'late_reply')).toEqual([{ type: 'late_reply', stepKey: 'ask', value: 'at last' }]);
  });

  it('AC-E7 ends a child whose active time is used up, and not one that waits for a person', async () => {
    const limits = { activeTimeLimitMs: 200 };
    const busy = engine({ agents: [asking('busy', {}, limits), { key: 'busy', run: async (context) => { await context.step('work', ({ signal }) => new Promise<null>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))); } }] });
    expect((await busy.finish('parent')).output).toMatchObject({ kind: 'timed_out', stillRunning: false });
    const waiting = engine({ agents: [{ ...asking('waiting', {}, limits), key: 'asker' }, { key: 'waiting', run: async (context) => { const signal = await context.sleepUntilSignal('go'); return signal.kind === 'signal' ? signal.payload : null; } }] });
    const runId = await waiting.create('asker');
    await waiting.reaches(runId, ['suspended']);
    await new Promise((resolve) => setTimeout(resolve, 300)); // longer than the limit: time that must not count
    const { rows } = await database.pool().query<{ id: string }>('SELECT id FROM runs WHERE parent_run_id = $1', [runId]);
    await waiting.store.signal({ runId: rows[0]!.id }, 'go', { payload: 'fine', sentBy: manager });
    expect((await waiting.ended(runId)).output).toMatchObject({ kind: 'replied', value: 'fine' });
  });

  it('runs children of one turn beside each other, on another worker too', async () => {
    const agents = [
      parent(async (context) => {
        const handles = [await context.spawn('far/main', { payload: 1 }), await context.spawn('far/main', { payload: 2 }), await context.spawn('near/main', { payload: 3 })];
        return Promise.all(handles.map((handle) => context.ask(handle)));
      }),
      { key: 'far', queue: 'elsewhere', run: async (context: RunContext) => context.input },
      { key: 'near', run: async (context: RunContext) => context.input },
    ];
    const here = engine({ agents });
    engine({ agents, queues: ['elsewhere'] });
    const run = await here.finish('parent');
    expect(run.output).toMatchObject([{ value: 1 }, { value: 2 }, { value: 3 }]);
  });

  it('refuses a cycle, a sixth level and a full tree as errors the agent can answer', async () => {
    const made = engine({ agents: [parent(async (context) => context.spawn('parent/main', { payload: null }).catch((error: Error & { code?: string }) => error.code))] });
    expect((await made.finish('parent')).output).toBe('permission_denied');
  });

  it('AC-E10 cancels a tree of three levels, children first, nothing after the root', async () => {
    const level = (key: string, next: string) => ({ key, run: async (context: RunContext) => { await context.ask(await context.spawn(`${next}/main`, { payload: null })); } });
    const made = engine({ agents: [level('a', 'b'), level('b', 'c'), { key: 'c', run: async (context) => { await context.step('hang', ({ signal }) => new Promise<null>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))); } }] });
    const runId = await made.create('a');
    await eventually(async () => expect((await database.pool().query(`SELECT FROM run_steps s JOIN runs r ON r.id = s.run_id WHERE r.root_run_id = $1 AND s.key = 'hang' AND s.state = 'intent'`, [runId])).rowCount).toBe(1));
    const askedAt = performance.now();
    await made.store.cancel({ runId, reason: 'user_requested', by: manager });
    expect(await made.ended(runId)).toMatchObject({ status: 'cancelled' });
    expect(performance.now() - askedAt).toBeLessThan(1_000);
    const events = await made.store.events(runId, 0, 1_000);
    expect(events.at(-1)).toMatchObject({ runId, event: { type: 'run_stream_end' } });
    const { rows } = await database.pool().query('SELECT agent_key FROM runs WHERE root_run_id = $1 ORDER BY finished_at', [runId]);
    expect(rows.map(({ agent_key }) => agent_key)).toEqual(['c', 'b', 'a']);
  });
});
