import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ReActAgent, StandardAgent } from '@roster/agents/agents';
import type { HistoryMessage, MessagePart } from '@roster/agents/contracts';
import { defineTool } from '@roster/agents/kernel';
import { callTool, callTools, callToolWithText, say, ScriptedModel, withOutcome } from '@roster/agents/testing';
import { z } from 'zod';

import { CoordinatorEngine, type CoordinatorEngineOptions, conversationOf, systemOf } from '../support/coordinator-engine.ts';
import { manager } from '../support/crash/engine.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
const open: CoordinatorEngine[] = [];
beforeAll(async () => { database = await openTestDatabase(); });
afterEach(async () => { for (const engine of open.splice(0)) await engine.stop(); });
afterAll(() => database.drop());

function start(options: Omit<CoordinatorEngineOptions, 'pool'>): CoordinatorEngine {
  const engine = new CoordinatorEngine({ pool: database.pool(), ...options });
  open.push(engine);
  return engine;
}

const ran: string[] = [];
const count = defineTool({ name: 'count', description: 'Counts', risk: 'safe', idempotent: true, input: z.object({ n: z.number() }), execute: async ({ n }) => { ran.push(`count ${n}`); return { counted: n }; } });
const refund = defineTool({ name: 'refund', description: 'Pays back', risk: 'critical', idempotent: false, input: z.object({ amount: z.number() }), execute: async ({ amount }) => { ran.push(`refund ${amount}`); return { paid: amount }; } });
const broken = defineTool({ name: 'broken', description: 'Fails', risk: 'safe', idempotent: true, input: z.object({}), execute: async () => { throw new Error('planted secret'); } });

class Worker extends StandardAgent { static key = 'test.Worker'; static displayName = 'Worker'; static tools = [() => [count, broken], refund, () => null]; static instructions = 'You work.'; }
class Capped extends Worker { static override key = 'test.Capped'; static override displayName = 'Capped'; static maxToolCalls = 3; }
class Ledger extends StandardAgent { static key = 'test.Ledger'; static displayName = 'Ledger'; static instructions = 'You keep the ledger.'; static tools = [count]; }
class Billing extends StandardAgent { static key = 'test.Billing'; static displayName = 'Billing'; static description = 'Knows invoices'; static instructions = 'You bill.'; static tools = [count, refund, broken]; static agents = [Ledger]; }
class Desk extends StandardAgent { static key = 'test.Desk'; static displayName = 'Desk'; static instructions = 'You coordinate.'; static agents = [Billing, Ledger]; static tools = [count]; }

const calls = (...numbers: number[]) => callTools(numbers.map((n) => ({ name: 'count', input: { n } })));

describe('a coordinator', () => {
  it('answers, calls tools and keeps results in call order', async () => {
    const model = new ScriptedModel([calls(1, 2), say('Three in all.')]);
    const run = await start({ agents: [Worker], model }).finish('test.Worker', 'Count.');
    expect(run).toMatchObject({ status: 'completed', output: 'Three in all.', exitReason: 'answer' });
    expect(conversationOf(model.requests[1]!)).toEqual(['user: Count.', 'assistant: count | count', 'tool: {"counted":1} | {"counted":2}']);
    model.assertFinished();
  });

  it('AC-C7 AC-P4 cap 3 and a batch of 4: three run, the fourth is a stub in conversation, stream and message, then the tool-less wrap-up', async () => {
    ran.length = 0;
    const model = new ScriptedModel([calls(1, 2, 3, 4), say('Wrapped up.')]);
    const engine = start({ agents: [Capped], model });
    const run = await engine.finish('test.Capped', 'Go.');
    expect(run).toMatchObject({ status: 'completed', output: 'Wrapped up.', exitReason: 'tool_cap' });
    expect(ran.sort()).toEqual(['count 1', 'count 2', 'count 3']);
    const wrapUp = model.requests[1]!;
    expect(wrapUp.tools).toBeUndefined();
    expect(systemOf(wrapUp)).toContain('the limit of tool calls is reached');
    expect(conversationOf(wrapUp).at(-1)).toContain('{"skipped":"The limit of 3 tool calls is reached');
    const message = await engine.message(run.runId);
    expect(message.parts.filter(({ type }) => type === 'tool').map((part) => (part as { status: { skipped?: true } }).status.skipped ?? false)).toEqual([false, false, false, true]);
    expect(message).toMatchObject({ status: 'complete', truncated: true, finishReason: 'length' });
    expect((await engine.engine.journal(run.runId)).map(({ key }) => key)).toContain('t2/finalize');
  });

  it('AC-C9 cap 0 leaves only the wrap-up', async () => {
    class Mute extends Worker { static override key = 'test.Mute'; static maxToolCalls = 0; }
    const model = new ScriptedModel([say('From memory.')]);
    const run = await start({ agents: [Mute], model }).finish('test.Mute', 'Go.');
    expect(run).toMatchObject({ output: 'From memory.', exitReason: 'tool_cap' });
    expect(model.requests).toHaveLength(1);
  });

  it('AC-C9 empty replies end in one wrap-up', async () => {
    const model = new ScriptedModel([say(''), say(' '), say(''), say('At last.')]);
    expect(await start({ agents: [Worker], model }).finish('test.Worker', 'Go.')).toMatchObject({ status: 'completed', output: 'At last.', exitReason: 'empty' });
  });

  it('AC-C9 an empty wrap-up with nothing found fails the run', async () => {
    const silent = new ScriptedModel([say(''), say(''), say(''), say('')]);
    expect(await start({ agents: [Worker], model: silent }).finish('test.Worker', 'Go.')).toMatchObject({ status: 'failed', error: { code: 'output_contract' } });
    silent.assertFinished();
  });

  it('asks again after bad arguments, runs nothing of that response and never repeats the rejected values', async () => {
    ran.length = 0;
    const model = new ScriptedModel([callTools([{ name: 'count', input: { n: 1 } }, { name: 'count', input: { n: 'planted' } }]), callToolWithText('count', '{"n":'), calls(5), say('Five.')]);
    const engine = start({ agents: [Worker], model });
    const run = await engine.finish('test.Worker', 'Go.');
    expect(run).toMatchObject({ status: 'completed', output: 'Five.' });
    expect(ran).toEqual(['count 5']);
    expect(systemOf(model.requests[1]!)).toContain('count: "n"');
    expect(systemOf(model.requests[1]!)).not.toContain('planted');
    expect(conversationOf(model.requests[2]!)).toEqual(['user: Go.']);
    const { parts } = await engine.message(run.runId);
    expect(parts.flatMap((part) => (part.type === 'tool' ? [part.status.state] : []))).toEqual(['error', 'error', 'error', 'output']);
  });

  it('fails with output_contract when the model never sends anything usable', async () => {
    const bad = callTool('count', { n: 'x' });
    expect(await start({ agents: [Worker], model: new ScriptedModel([bad, bad, bad]) }).finish('test.Worker', 'Go.')).toMatchObject({ status: 'failed', error: { code: 'output_contract' } });
  });

  it('answers an unknown tool and a failing tool, and goes on', async () => {
    const model = new ScriptedModel([callTools([{ name: 'teleport' }, { name: 'broken' }]), say('Sorry.')]);
    const run = await start({ agents: [Worker], model }).finish('test.Worker', 'Go.');
    expect(run).toMatchObject({ status: 'completed', output: 'Sorry.' });
    const results = conversationOf(model.requests[1]!).at(-1)!;
    expect(results).toContain('tool_unavailable');
    expect(results).toContain('tool_failed');
    expect(results).not.toContain('planted secret');
  });

  it('AC-C26 without tools a run makes one call and touches none', async () => {
    const model = new ScriptedModel([say('Plain.')]);
    await start({ agents: [Worker], model }).finish('test.Worker', { kind: 'messages', messages: [{ role: 'user', content: 'Hi' }], tools: false });
    expect(model.requests[0]!.tools).toBeUndefined();
  });

  it('AC-C26 the output of a headless run with a schema is an object', async () => {
    class Typed extends Worker { static override key = 'test.Typed'; static responseFormat = z.strictObject({ total: z.number() }); }
    const typed = new ScriptedModel([say('Three.'), say('three'), say('{"total":3}')]);
    expect(await start({ agents: [Typed], model: typed }).finish('test.Typed', 'Sum?')).toMatchObject({ status: 'completed', output: { total: 3 } });
    typed.assertFinished();
  });

  it('replays to the same journal after every step', async () => {
    ran.length = 0;
    const model = new ScriptedModel([calls(1, 2), callTool('billing_x'), say('Done.')]);
    const engine = start({ agents: [Worker], model, replayEachStep: true });
    const run = await engine.finish('test.Worker', 'Go.');
    expect(run).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(ran).toHaveLength(2);
    model.assertFinished();
  });

  it('AC-C13 AC-C14 a chat run reads the stored conversation, calls and reports side by side, and nothing else', async () => {
    const parts: MessagePart[] = [{ type: 'step' }, { type: 'tool', toolCallId: 'h', toolName: 'billing', input: { task: 'x' }, attribution: { handoff: 'Billing', runId: '019aacb1-5c00-7000-8000-000000000001' }, status: { state: 'output', output: 'paid' } }, { type: 'step' }, { type: 'text', text: 'It is paid.' }];
    const stored: HistoryMessage[] = [
      { id: 'u1', seq: 1, role: 'user', status: 'complete', parts: [{ type: 'text', text: 'Paid?' }] }, { id: 'a1', seq: 2, role: 'assistant', status: 'complete', parts },
      { id: 'u2', seq: 3, role: 'user', status: 'complete', parts: [{ type: 'text', text: 'Sure?' }] },
    ];
    const model = new ScriptedModel([say('Yes.')]);
    const id = '019aacb1-5c00-7000-8000-00000000000b';
    await start({ agents: [Desk], model, history: { upTo: async () => stored } }).finish('test.Desk', { kind: 'chat', threadId: id, userMessageId: id, assistantMessageId: id });
    expect(conversationOf(model.requests[0]!)).toEqual(['user: Paid?', 'assistant: billing', 'tool: paid', 'assistant: It is paid.', 'user: Sure?']);
  });
});

describe('limits', () => {
  const id = '019aacb1-5c00-7000-8000-00000000000b';
  const chat = { kind: 'chat', threadId: id, userMessageId: id, assistantMessageId: id };
  const asked: HistoryMessage[] = [{ id, seq: 1, role: 'user', status: 'complete', parts: [{ type: 'text', text: 'Go.' }] }];
  class Leashed extends Worker { static override key = 'test.Leashed'; static maxToolCalls = 1; static maxChatToolCalls = null; static maxAgentSteps = 5; }

  it('AC-C8 the cap of headless runs is none of chat, by the same loop', async () => {
    const headless = new ScriptedModel([calls(1), say('Capped.')]);
    expect(await start({ agents: [Leashed], model: headless }).finish('test.Leashed', 'Go.')).toMatchObject({ output: 'Capped.', exitReason: 'tool_cap' });
    await open.pop()!.stop();
    const free = new ScriptedModel([calls(1), calls(2), say('Free.')]);
    expect(await start({ agents: [Leashed], model: free, history: { upTo: async () => asked } }).finish('test.Leashed', chat)).toMatchObject({ output: 'Free.', exitReason: 'answer' });
  });

  it('AC-E12 a plain ReActAgent makes one wrap-up at its limit and fails with what it has', async () => {
    const model = new ScriptedModel([calls(1), calls(2), say('So far: two.')]);
    const engine = start({ agents: [Worker], model });
    engine.engine.ports.directory = {
      find: async (agentKey) => ({ agentKey, agentId: id, displayName: 'Plain', queue: 'default', codeVersion: 1, build: async (address) => new ReActAgent({ id: address, model: 'mock/text', instructions: 'Count.', tools: [count], maxIterations: 2 }) }),
      revision: async () => null,
    };
    const run = await engine.engine.finish('plain', { input: 'Go.' });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'budget_exhausted' } });
    const { rows } = await database.pool().query('SELECT partial FROM runs WHERE id = $1', [run.runId]);
    expect(rows[0].partial).toMatchObject({ text: 'So far: two.', results: [{ output: { counted: 1 } }, { output: { counted: 2 } }] });
    model.assertFinished();
  });
});

describe('delegation', () => {
  const root = () => callTool('billing', { task: 'Was invoice 7 paid?' });

  it('AC-C11 the first request of a child holds only its own prompt and one task turn; the caller gets its report', async () => {
    const model = new ScriptedModel([root(), say('Yes, paid.')]).when('You bill', [callTool('count', { n: 7 }), say('Paid in May.')]);
    const engine = start({ agents: [Desk], model });
    const run = await engine.finish('test.Desk', 'A secret of the parent. Was it paid?');
    expect(run).toMatchObject({ status: 'completed', output: 'Yes, paid.' });
    const [first] = model.requests.filter((request) => systemOf(request).startsWith('You bill'));
    expect(conversationOf(first!)).toEqual(['user: Was invoice 7 paid?\n\nWork on this alone and answer with a concise report of what you found or did.']);
    expect(JSON.stringify(first)).not.toContain('secret of the parent');
    expect(conversationOf(model.requests.at(-1)!).at(-1)).toBe('tool: Paid in May.\n\nSources consulted:\n- count(n=7)');
    model.assertFinished();
  });

  it('AC-C5 the roster names granted subagents only; a denied one is skipped, the others stay', async () => {
    const model = new ScriptedModel([say('Hi.')]);
    const billingId = () => engine.registry.get('test.Billing')!.agentId;
    const engine = start({ agents: [Desk], model, can: (_operation, agentId) => agentId !== billingId() });
    await engine.finish('test.Desk', 'Hi');
    const [request] = model.requests;
    expect(request!.tools!.map(({ name }) => name)).toEqual(['count', 'ledger']);
    expect(systemOf(request!)).toBe('You coordinate.\n\nAvailable subagents:\n- ledger: Hands a task to Ledger.');
    expect(engine.logged.map(({ event }) => event)).toContain('subagent_not_granted');
  });

  it('AC-C12 three levels mark handoff, agent and agent, by name and run', async () => {
    const model = new ScriptedModel([root(), say('Done.')])
      .when('You bill', [callTool('ledger', { task: 'Look it up' }), say('From the ledger.')])
      .when('You keep the ledger', [callTool('count', { n: 1 }), say('One entry.')]);
    const engine = start({ agents: [Desk], model });
    const { runId } = await engine.finish('test.Desk', 'Paid?');
    const message = await engine.message(runId);
    const tools = message.parts.flatMap((part) => (part.type === 'tool' ? [part] : []));
    const billingRun = Object.values(message.childRuns)[0]!;
    const ledgerRun = Object.values(message.childRuns)[1]!;
    expect(tools.map(({ toolName, attribution }) => [toolName, attribution])).toEqual([
      ['billing', { handoff: 'Billing', runId: billingRun }], ['ledger', { agent: 'Billing', runId: billingRun }], ['count', { agent: 'Ledger', runId: ledgerRun }],
    ]);
    expect(Object.keys(message.usage.bySubagent!)).toHaveLength(2);
    expect(message.parts.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: 'Done.' }]);
  });

  it('AC-C6 a cycle is not offered again further down, and the run goes on', async () => {
    class First extends StandardAgent { static key = 'test.First'; static displayName = 'First'; static instructions = 'You are first.'; static agents: (typeof Second)[] = []; }
    class Second extends StandardAgent { static key = 'test.Second'; static displayName = 'Second'; static instructions = 'You are second.'; static agents = [First]; }
    First.agents = [Second];
    const model = new ScriptedModel().when('You are first', [callTool('second', { task: 'x' }), say('End.')]).when('You are second', [say('No way back.')]);
    const engine = start({ agents: [First], model });
    expect(await engine.finish('test.First', 'Go')).toMatchObject({ status: 'completed', output: 'End.' });
    expect(model.requests.find((request) => systemOf(request).startsWith('You are second'))!.tools).toBeUndefined();
    expect(engine.logged.map(({ event }) => event)).toContain('delegation_cycle_dropped');
  });

  it('AC-P25 a failed child is an error result with what it found, and the parent continues', async () => {
    const bad = callTool('count', { n: 'x' });
    const model = new ScriptedModel([root(), say('Could not tell.')]).when('You bill', [callTool('count', { n: 7 }), bad, bad, bad]);
    const engine = start({ agents: [Desk], model });
    const run = await engine.finish('test.Desk', 'Paid?');
    expect(run).toMatchObject({ status: 'completed', output: 'Could not tell.' });
    const [handoff] = (await engine.message(run.runId)).parts.filter(({ type }) => type === 'tool');
    expect(handoff).toMatchObject({ status: { state: 'error', code: 'subagent_failed' } });
    expect(conversationOf(model.requests.at(-1)!).at(-1)).toContain('count() → {"counted":7}');
  });

  it('AC-C35 a child over its active time is cancelled; what it gathered comes back and the parent continues', async () => {
    const slow = defineTool({ name: 'slow', description: '', risk: 'safe', idempotent: true, input: z.object({}), execute: (_input, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))) });
    class Slow extends StandardAgent { static key = 'test.Slow'; static displayName = 'Slow'; static instructions = 'You are slow.'; static tools = [count, slow]; }
    class Hasty extends StandardAgent { static key = 'test.Hasty'; static displayName = 'Hasty'; static instructions = 'You hurry.'; static agents = [Slow]; static delegationTimeoutMs = 1000; }
    const model = new ScriptedModel([callTool('slow', { task: 'x' }), say('Enough.')]).when('You are slow', [callTool('count', { n: 1 }), callTool('slow')]);
    const engine = start({ agents: [Hasty], model });
    const run = await engine.finish('test.Hasty', 'Go');
    expect(run).toMatchObject({ status: 'completed', output: 'Enough.' });
    expect(conversationOf(model.requests.at(-1)!).at(-1)).toContain('count() → {"counted":1}');
    const child = Object.values((await engine.message(run.runId)).childRuns)[0]!;
    expect(await engine.engine.store.view(child)).toMatchObject({ status: 'cancelled' });
  });

  it('AC-P24 parallel delegations of one turn are two children with stable ids', async () => {
    const model = new ScriptedModel([callTools([{ name: 'ledger', input: { task: 'a' } }, { name: 'ledger', input: { task: 'b' } }]), say('Both.')]).always('You keep the ledger', say('Noted.'));
    const engine = start({ agents: [Desk], model, replayEachStep: true });
    const run = await engine.finish('test.Desk', 'Go');
    expect(run).toMatchObject({ output: 'Both.' });
    expect(new Set(Object.values((await engine.message(run.runId)).childRuns)).size).toBe(2);
  });

  it('AC-P34 an approval inside a child suspends the tree; the decision lets the same runs go on', async () => {
    ran.length = 0;
    const model = new ScriptedModel([root(), say('Refunded.')]).when('You bill', [callTool('refund', { amount: 90 }), say('Paid back 90.')]);
    const engine = start({ agents: [Desk], model });
    const runId = await engine.create('test.Desk', 'Refund, please', { interactive: true });
    await engine.engine.reaches(runId, ['suspended']);
    await eventually(async () => expect((await engine.message(runId)).status).toBe('awaiting_input'));
    const child = Object.values((await engine.message(runId)).childRuns)[0]!;
    const request = await engine.engine.openRequest(child);
    expect(ran).toEqual([]);
    await engine.engine.store.decide({ requestId: request.id, decision: { approved: true }, decidedBy: manager });
    expect(await engine.engine.ended(runId)).toMatchObject({ status: 'completed', output: 'Refunded.' });
    expect(ran).toEqual(['refund 90']);
    const message = await engine.message(runId);
    expect(message.status).toBe('complete');
    expect(message.parts.flatMap((part) => (part.type === 'tool' ? [part.status.state] : []))).toEqual(['output', 'output']);
    model.assertFinished();
  });

  it('AC-C27 a denied call never executes', async () => {
    ran.length = 0;
    const model = new ScriptedModel([callTool('refund', { amount: 5 }), say('Not allowed.')]);
    const engine = start({ agents: [Worker], model });
    const runId = await engine.create('test.Worker', 'Refund', { interactive: true });
    const request = await engine.engine.openRequest(runId);
    await engine.engine.store.decide({ requestId: request.id, decision: { approved: false, comment: 'no' }, decidedBy: manager });
    expect(await engine.engine.ended(runId)).toMatchObject({ output: 'Not allowed.' });
    expect(ran).toEqual([]);
    expect((await engine.message(runId)).parts.find(({ type }) => type === 'tool')).toMatchObject({ status: { state: 'denied', requestId: request.id } });
  });

  it('counts a cut-off reply as length', async () => {
    const model = new ScriptedModel([withOutcome(say('Half an ans'), { finishReason: 'length' })]);
    const engine = start({ agents: [Worker], model });
    const { runId } = await engine.finish('test.Worker', 'Go');
    expect(await engine.message(runId)).toMatchObject({ finishReason: 'length', truncated: false });
  });
});
