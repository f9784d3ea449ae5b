import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { defineTool, type GatePolicy, ModelError, RunResult, userText, type ToolCall } from '@roster/agents/kernel';
import { callTool, fail, say, ScriptedModel } from '@roster/agents/testing';
import { z } from 'zod';

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

const callOf = (toolName: string, input: ToolCall['input'], index = 0): ToolCall => ({ toolCallId: `call_${toolName}_${index}`, toolName, input, turn: 1 });
const ask: GatePolicy = { approvalAbove: 'safe', interactive: true };

describe('the run context', () => {
  it('AC-E1 completes an object literal; what it returns is the output', async () => {
    const run = await engine({ agents: [{ key: 'literal', run: async (context) => ({ hello: context.input }) }] }).finish('literal', { input: 'world' });
    expect(run).toMatchObject({ status: 'completed', output: { hello: 'world' }, exitReason: 'answer' });
  });

  it('serves finished steps from the journal and derives clock, ids and chance from the run', async () => {
    const passes: unknown[] = [];
    let effects = 0;
    const agent = engine({
      agents: [{
        key: 'stable',
        run: async (context) => {
          const seen = [context.uuid(), context.random(), (await context.now()).toISOString(), await context.record('t0/tools', async () => Math.random())];
          await context.step('effect', async () => { effects++; return effects; });
          passes.push(seen);
          await context.sleepUntilSignal('go');
          return seen as never;
        },
      }],
    });
    const runId = await agent.create('stable');
    await agent.reaches(runId, ['suspended']);
    expect(await agent.store.signal({ runId }, 'go', { payload: 1, sentBy: manager })).toBe('stored');
    await agent.ended(runId);
    expect(effects).toBe(1);
    expect(passes).toHaveLength(2);
    expect(passes[1]).toEqual(passes[0]);
  });

  it('calls a tool the model asks for, with one start and one end, and keeps its own call ids', async () => {
    const model = new ScriptedModel([callTool('add', { a: 2, b: 3 }), say('Five.')]);
    const add = defineTool({ name: 'add', description: '', risk: 'safe', idempotent: true, input: z.object({ a: z.number(), b: z.number() }), execute: async ({ a, b }) => a + b });
    const made = engine({
      model,
      agents: [{
        key: 'adder', tools: [add],
        run: async (context) => {
          const first = await context.llm({ model: 'mock/text', messages: [userText('2+3?')] }, { key: 't1/llm', turn: 1 });
          const [call] = first.blocks.filter((block) => block.type === 'tool_call');
          const [outcome] = await context.toolBatch([{ toolCallId: call!.toolCallId, toolName: call!.toolName, input: call!.input, turn: 1 }]);
          const last = await context.llm({ model: 'mock/text', messages: [userText('2+3?')] }, { key: 't2/llm', turn: 2 });
          return new RunResult({ outcome, text: last.blocks } as never, 'answer');
        },
      }],
    });
    const run = await made.finish('adder');
    model.assertFinished();
    expect(run.output).toMatchObject({ outcome: { kind: 'ok', output: 5 } });
    const events = await made.events(run.runId);
    expect(events.map(({ type }) => type)).toEqual(['workflow', 'workflow', 'assistant_turn', 'usage', 'tool_start', 'tool_end', 'assistant_turn', 'usage', 'workflow', 'run_stream_end']);
    expect(events.find((event) => event.type === 'tool_end')).toMatchObject({ toolCallId: expect.stringMatching(/^call_[0-9a-f]{32}$/) as unknown, result: 5 });
    const { rows } = await database.pool().query('SELECT step_key, attempt, source, cost_micros FROM usage_ledger WHERE run_id = $1 ORDER BY step_key', [run.runId]);
    expect(rows).toMatchObject([{ step_key: 't1/llm', attempt: 1, source: 'provider' }, { step_key: 't2/llm', attempt: 1, source: 'provider' }]);
  });

  it('AC-E6 runs no finally or catch of the agent when it suspends', async () => {
    const seen: string[] = [];
    const made = engine({
      agents: [{
        key: 'waiter',
        run: async (context) => {
          seen.push('in');
          try {
            const { kind } = await context.sleepUntilSignal('go');
            return kind;
          } catch (error) {
            seen.push(`catch ${String(error)}`);
            throw error;
          } finally {
            seen.push('out');
          }
        },
      }],
    });
    const runId = await made.create('waiter');
    await made.reaches(runId, ['suspended']);
    await eventually(() => expect(made.worker.activeRunIds).toEqual([]));
    expect(seen).toEqual(['in']);
    await made.store.signal({ runId }, 'go', { payload: null, sentBy: manager });
    await made.ended(runId);
    expect(seen).toEqual(['in', 'in', 'out']);
  });

  it('reports work outside the context while another branch waits', async () => {
    const made = engine({
      agents: [{
        key: 'stray',
        run: async (context) => {
          const outside = (async () => { await new Promise((resolve) => setTimeout(resolve, 60)); await context.step('late', async () => 1); })();
          await Promise.all([context.sleepUntilSignal('go', { timeoutMs: 60_000 }), outside]);
        },
      }],
    });
    const runId = await made.create('stray');
    await eventually(() => expect(made.logged).toContainEqual({ level: 'error', event: 'work_outside_context', fields: { runId, agentKey: 'stray', call: 'step' } }));
    expect((await made.store.view(runId))?.status).toBe('suspended');
  });

  it('AC-E17 waits for approval and runs the changed arguments; the gate keeps the original', async () => {
    const refunds: number[] = [];
    const refund = defineTool({ name: 'refund', description: '', risk: 'critical', idempotent: false, input: z.object({ amount: z.number() }), execute: async ({ amount }) => { refunds.push(amount); return { refunded: amount }; } });
    const made = engine({ agents: [{ key: 'desk', run: async (context) => (await context.withTools([refund], ask).tool(callOf('refund', { amount: 90 }))) as never }] });
    const runId = await made.create('desk', { interactive: true });
    const request = await made.openRequest(runId);
    expect(request).toMatchObject({ kind: 'confirmation', approvers: 'manager', card: { payload: { amount: 90 }, toolName: 'refund' } });
    await made.reaches(runId, ['suspended']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => made.store.decide({ requestId: request.id, decision: { approved: true, arguments: { amount: 40 } }, decidedBy: manager })));
    expect(answers.filter(({ kind }) => kind === 'already_decided')).toHaveLength(19);
    expect(await made.ended(runId)).toMatchObject({ status: 'completed', output: { kind: 'ok', output: { refunded: 40 } } });
    expect(refunds).toEqual([40]);
    const types = (await made.events(runId)).map(({ type }) => type).filter((type) => type !== 'workflow');
    expect(types).toEqual(['await_confirmation', 'await_resolved', 'tool_authorization', 'tool_start', 'tool_end', 'run_stream_end']);
  });

  it.each([['denies', { approved: false, comment: 'no' }]])('AC-E17 %s: the call does not run and the model reads the refusal', async (_name, decision) => {
    const refund = defineTool({ name: 'refund', description: '', risk: 'critical', idempotent: false, input: z.object({}), execute: async () => { throw new Error('must not run'); } });
    const made = engine({ agents: [{ key: 'desk', run: async (context) => (await context.withTools([refund], ask).tool(callOf('refund', {}))) as never }] });
    const runId = await made.create('desk', { interactive: true });
    const request = await made.openRequest(runId);
    await made.store.decide({ requestId: request.id, decision, decidedBy: manager });
    expect(await made.ended(runId)).toMatchObject({ output: { kind: 'denied', output: { denied: true, comment: 'no' } } });
  });

  it('denies a gated call where nobody can be asked', async () => {
    const refund = defineTool({ name: 'refund', description: '', risk: 'high', idempotent: true, input: z.object({}), execute: async () => 1 });
    const made = engine({ agents: [{ key: 'batch', run: async (context) => (await context.withTools([refund], { ...ask, interactive: false }).tool(callOf('refund', {}))) as never }] });
    const run = await made.finish('batch');
    expect(run.output).toMatchObject({ kind: 'denied', output: { reason: 'interrupts_not_allowed' } });
    expect((await made.events(run.runId)).map(({ type }) => type)).toEqual(['workflow', 'workflow', 'tool_authorization', 'tool_start', 'tool_end', 'workflow', 'run_stream_end']);
  });

  it('turns exceptions, timeouts, bad arguments and unknown names into outcomes; the text stays in the log', async () => {
    const tools = [
      defineTool({ name: 'boom', description: '', risk: 'safe', idempotent: false, input: z.object({}), execute: async () => { throw new Error('secret connection string'); } }),
      defineTool({ name: 'slow', description: '', risk: 'safe', idempotent: false, timeoutMs: 20, input: z.object({}), execute: () => new Promise(() => undefined) }),
      defineTool({ name: 'strict', description: '', risk: 'safe', idempotent: true, input: z.object({ n: z.number() }), execute: async () => 1 }),
    ];
    const made = engine({ agents: [{ key: 'clumsy', tools, run: async (context) => (await context.toolBatch([callOf('boom', {}), callOf('slow', {}), callOf('strict', { n: 'x' }), callOf('nope', {})])) as never }] });
    const run = await made.finish('clumsy');
    expect(run.output).toMatchObject([{ code: 'tool_failed' }, { code: 'tool_timeout', outcomeUnknown: true }, { code: 'invalid_tool_input' }, { code: 'tool_unavailable' }]);
    expect(JSON.stringify([run, await made.events(run.runId)])).not.toContain('secret');
    expect(JSON.stringify(made.logged)).toContain('secret');
  });

  it('retries a passing model error in the step, counts each attempt, and keeps the run', async () => {
    const model = new ScriptedModel([fail(new ModelError('rate_limited', 'slow down', { retryAfterMs: 1 })), fail(new ModelError('stream_broken', 'cut'), 'half an'), say('whole')]);
    const made = engine({ model, agents: [{ key: 'patient', run: async (context) => { const reply = await context.llm({ model: 'mock/text', messages: [] }, { key: 't1/llm', turn: 1 }); return reply.blocks as never; } }] });
    const live: string[] = [];
    const runId = await made.create('patient');
    made.live.subscribe(runId, (message) => { if (message.kind === 'delta') live.push(message.envelope.event.type); });
    expect((await made.ended(runId)).status).toBe('completed');
    const { rows } = await database.pool().query('SELECT attempt, source FROM usage_ledger WHERE run_id = $1 ORDER BY attempt', [runId]);
    expect(rows).toEqual([{ attempt: 1, source: 'unknown' }, { attempt: 2, source: 'estimated' }, { attempt: 3, source: 'provider' }]);
    expect(live.filter((type) => type === 'assistant_reset')).toHaveLength(2);
  });
});
