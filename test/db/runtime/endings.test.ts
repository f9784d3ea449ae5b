import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { defineTool, ModelError, type RunContext, userText } from '@roster/agents/kernel';
import { fail, hang, say, ScriptedModel } from '@roster/agents/testing';
import { z } from 'zod';

import { type EngineOptions, manager, newRun, TestEngine } from '../../support/crash/engine.ts';
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

const request = { model: 'mock/text', messages: [userText('hi')] };

describe('replay', () => {
  const drifting = (effects: string[]) => {
    let pass = 0;
    const run = async (context: RunContext) => {
      pass++;
      const note = defineTool({ name: 'note', description: '', risk: 'safe', idempotent: false, input: z.object({ text: z.string() }), execute: async ({ text }) => { effects.push(text); return text; } });
      const outcome = await context.withTools([note], { approvalAbove: 'never', interactive: true }).tool({ toolCallId: 'call_1', toolName: 'note', input: { text: `pass ${pass}` }, turn: 1 });
      await context.sleepUntilSignal('go');
      return outcome as never;
    };
    return { key: 'drifting', run };
  };

  it('AC-E4 refuses changed arguments: a headless run fails and nothing runs again', async () => {
    const effects: string[] = [];
    const made = engine({ agents: [drifting(effects)] });
    const runId = await made.create('drifting');
    await made.reaches(runId, ['suspended']);
    await made.store.signal({ runId }, 'go', { payload: null, sentBy: manager });
    expect(await made.ended(runId)).toMatchObject({ status: 'failed', error: { code: 'nondeterminism' } });
    expect(effects).toEqual(['pass 1']);
  });

  it.each([['accept', 'completed'], ['fail', 'failed']])('AC-E4 asks an operator in an interactive run: %s', async (choice, status) => {
    const effects: string[] = [];
    const made = engine({ agents: [drifting(effects)] });
    const runId = await made.create('drifting', { interactive: true });
    await made.reaches(runId, ['suspended']);
    await made.store.signal({ runId }, 'go', { payload: null, sentBy: manager });
    const card = await made.openRequest(runId);
    expect(card).toMatchObject({ kind: 'nondeterminism', approvers: 'operator', card: { stepKey: 't1/tool/call_1', choices: ['accept', 'fail'] } });
    await made.store.decide({ requestId: card.id, decision: { choice }, decidedBy: manager });
    expect(await made.ended(runId)).toMatchObject({ status });
    expect(effects).toEqual(['pass 1']);
  });

  it('serves a finished model step although the prompt changed, and says that it diverged', async () => {
    let pass = 0;
    const model = new ScriptedModel([say('once')]);
    const made = engine({ model, agents: [{ key: 'prompted', run: async (context) => {
      pass++;
      const reply = await context.llm({ ...request, messages: [{ role: 'system', content: `version ${pass}` }, ...request.messages] }, { key: 't1/llm', turn: 1 });
      await context.sleepUntilSignal('go');
      return reply.blocks as never;
    } }] });
    const runId = await made.create('prompted');
    await made.reaches(runId, ['suspended']);
    await made.store.signal({ runId }, 'go', { payload: null, sentBy: manager });
    expect(await made.ended(runId)).toMatchObject({ status: 'completed', output: [{ text: 'once' }] });
    model.assertFinished();
    expect((await made.events(runId)).filter(({ type }) => type === 'step_diverged')).toEqual([{ type: 'step_diverged', stepKey: 't1/llm' }]);
  });

  it('REPLAY_EACH_STEP gives the same result and the same effects (I19)', async () => {
    const make = (replayEachStep: boolean) => {
      const effects: number[] = [];
      const add = defineTool({ name: 'add', description: '', risk: 'safe', idempotent: false, input: z.object({ n: z.number() }), execute: async ({ n }) => { effects.push(n); return n + 1; } });
      const agents = [
        { key: 'worker', tools: [add], run: async (context: RunContext) => {
          const first = await context.step('first', async () => 1);
          const outcomes = await context.toolBatch([1, 2, 3].map((n) => ({ toolCallId: `call_${n}`, toolName: 'add', input: { n }, turn: 1 })));
          const child = await context.ask(await context.spawn('helper/main', { payload: first }));
          return { first, outcomes, value: child.kind === 'replied' ? child.value : null, id: 'x' } as never;
        } },
        { key: 'helper', run: async (context: RunContext) => ({ doubled: await context.step('double', async () => 2) }) },
      ];
      return { effects, made: engine({ agents, replayEachStep }) };
    };
    const plain = make(false);
    const expected = (await plain.made.finish('worker')).output;
    await plain.made.stop();
    const replayed = make(true);
    const run = await replayed.made.finish('worker');
    expect(run.output).toEqual(expected);
    expect(replayed.effects.sort()).toEqual([1, 2, 3]);
    const { rows } = await database.pool().query<{ attempt: number }>('SELECT attempt FROM runs WHERE id = $1', [run.runId]);
    expect(rows[0]!.attempt).toBeGreaterThan(3);
    const events = await replayed.made.events(run.runId);
    expect(events.filter(({ type }) => type === 'tool_end')).toHaveLength(3);
    expect(events.filter(({ type }) => type === 'tool_start')).toHaveLength(3);
  });
});

describe('endings', () => {
  it('retries a headless run after a passing error and fails it after the last try', async () => {
    const flaky = () => fail(new ModelError('provider_unavailable', 'down'));
    const steps = [flaky(), flaky(), flaky(), say('up')];
    const made = engine({ model: new ScriptedModel(steps), agents: [{ key: 'headless', run: async (context) => (await context.llm(request, { key: 't1/llm', turn: 1 })).blocks as never }] });
    expect(await made.finish('headless')).toMatchObject({ status: 'completed' });
    const down = engine({ model: new ScriptedModel([]).always(/.*/, flaky()).always(() => true, flaky()), agents: [{ key: 'doomed', run: async (context) => (await context.llm(request, { key: 't1/llm', turn: 1 })).blocks as never }] });
    const run = await down.finish('doomed', { maxRetries: 1 });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable', retryable: true } });
    const { rows } = await database.pool().query('SELECT retry_count FROM runs WHERE id = $1', [run.runId]);
    expect(rows[0]).toEqual({ retry_count: 1 });
  });

  it('keeps what was shown when a run is cancelled in a model call', async () => {
    const made = engine({ model: new ScriptedModel([hang('Half an answer')]), agents: [{ key: 'talker', run: async (context) => (await context.llm(request, { key: 't1/llm', turn: 1 })).blocks as never }] });
    const runId = await made.create('talker');
    await new Promise<void>((resolve) => made.live.subscribe(runId, (message) => { if (message.kind === 'delta' && message.envelope.event.type === 'assistant_reply' && message.envelope.event.text.endsWith('answer')) resolve(); }));
    await made.store.cancel({ runId, reason: 'user_requested', by: manager });
    expect(await made.ended(runId)).toMatchObject({ status: 'cancelled' });
    const events = await made.events(runId);
    expect(events.find(({ type }) => type === 'assistant_turn')).toMatchObject({ text: 'Half an answer', finishReason: 'aborted' });
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['workflow', 'run_stream_end']);
  });

  it('whatever the agent catches or returns, a cancel ends the run', async () => {
    const made = engine({ agents: [{ key: 'stubborn', run: async (context) => {
      try {
        await context.step('hang', ({ signal }) => new Promise<null>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))));
      } catch {
        await context.step('more', async () => 1).catch(() => undefined);
      }
      return 'done';
    } }] });
    const runId = await made.create('stubborn');
    await eventually(async () => expect(await made.journal(runId)).toMatchObject([{ key: 'hang', state: 'intent' }]));
    await made.store.cancel({ runId, reason: 'user_requested', by: manager });
    expect(await made.ended(runId)).toMatchObject({ status: 'cancelled', output: null });
    expect(await made.journal(runId)).toMatchObject([{ key: 'hang', state: 'aborted' }]);
  });

  it('fails a run at its deadline, also while it waits', async () => {
    const made = engine({ agents: [{ key: 'late', run: async (context) => { await context.sleepUntilSignal('never'); } }] });
    expect(await made.finish('late', { deadlineMs: 300 })).toMatchObject({ status: 'failed', error: { code: 'deadline_exceeded' } });
  });

  it('fails a run of more than 2,000 steps with step_limit', async () => {
    const made = engine({ agents: [{ key: 'endless', run: async (context) => { for (let n = 0; ; n++) await context.record(`n${n}`, async () => n); } }] });
    expect(await made.finish('endless')).toMatchObject({ status: 'failed', error: { code: 'step_limit' } });
  });

  it('releases a run whose agent this deploy does not know, and finishes it when it does', async () => {
    const made = engine({ agents: [{ key: 'new', run: async () => 'here' }] });
    made.directory.missing.add('new');
    const runId = await made.create('new');
    await eventually(async () => expect(await made.store.view(runId)).toMatchObject({ statusReason: 'agent_unavailable' }));
    made.directory.missing.clear();
    expect(await made.ended(runId)).toMatchObject({ status: 'completed', output: 'here' });
    const { rows } = await database.pool().query('SELECT crash_total FROM runs WHERE id = $1', [runId]);
    expect(rows[0]).toEqual({ crash_total: 0 });
  });

  it('a stopping worker lets a run reach its step boundary; another one goes on', async () => {
    let release: () => void = () => undefined;
    const effects: string[] = [];
    const agents = [{ key: 'long', run: async (context: RunContext) => {
      for (const name of ['one', 'two', 'three']) await context.step(name, async () => { effects.push(name); if (name === 'two' && effects.length === 2) await new Promise<void>((resolve) => { release = resolve; }); return name; });
      return effects as never;
    } }];
    const first = engine({ agents });
    const runId = await first.create('long');
    await eventually(() => expect(effects).toEqual(['one', 'two']));
    const stopping = first.stop();
    release();
    await stopping;
    expect(await first.store.view(runId)).toMatchObject({ status: 'pending', statusReason: 'drained' });
    expect(await engine({ agents }).ended(runId)).toMatchObject({ status: 'completed', output: ['one', 'two', 'three'] });
    const { rows } = await database.pool().query('SELECT crash_total FROM runs WHERE id = $1', [runId]);
    expect(rows[0]).toEqual({ crash_total: 0 });
  });

  it('drives a chat run that this process created claimed, with one commit before the model call (AC-E11)', async () => {
    const model = new ScriptedModel([say('hello')]);
    const commands: string[] = [];
    let called = 0;
    const counting = { generate: (...args: Parameters<ScriptedModel['generate']>) => { called = commands.length; return model.generate(...args); }, assertAvailable: () => undefined, cost: () => 0 };
    const made = engine({ model: counting, queues: [], failpoint: (command, phase) => { if (phase === 'after' && command !== 'sweep' && command !== 'heartbeat') commands.push(command); }, agents: [{ key: 'chat', run: async (context) => {
      await context.record('t0/tools', async () => []);
      return (await context.llm(request, { key: 't1/llm', turn: 1 })).blocks as never;
    } }] });
    const { claimed } = await made.store.create({ ...newRun('chat', { kind: 'chat', interactive: true, maxRetries: 0 }), claim: made.worker.claim });
    expect(await made.worker.drive(claimed!)).toBe('ended');
    expect(called).toBe(1);
    expect(commands).toEqual(['create', 'begin', 'finish', 'end']);
  });
});
