import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentRecord, ErrorBody, RunDetail, RunRecord, RunStepRecord, RunTreeRecord } from '@roster/agents/contracts';
import type { ModelClient } from '@roster/agents/kernel';
import { callTool, hang, say, ScriptedModel } from '@roster/agents/testing';

import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let model: ScriptedModel;
/** A new script for each test, one application for all. */
const scripted: ModelClient = {
  generate: (request, options) => model.generate(request, options),
  assertAvailable: (name) => model.assertAvailable(name),
  cost: (name, usage) => model.cost(name, usage),
};

let app: TestApp;
let operator: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp({ model: scripted, environment: { SEED_EXAMPLES: 'true' } });
  [operator, admin] = [await app.user('operator'), await app.user('admin')];
});
afterAll(() => app.close());
beforeEach(() => {
  model = new ScriptedModel();
});

const runtimes = '/api/agents/runtimes';

async function saveDraft(id: string, content: object): Promise<string> {
  const { body } = await app.as(operator).get<{ hash: string }>(`${runtimes}/${id}/draft`);
  const saved = await app.as(operator).put<{ hash: string }>(`${runtimes}/${id}/draft`, content, { 'if-match': `"${body.hash}"` });
  expect(saved.status).toBe(200);
  return saved.body.hash;
}

async function publish(id: string, content: object): Promise<void> {
  const hash = await saveDraft(id, content);
  expect(await app.as(operator).post(`${runtimes}/${id}/publish`, { expectedDraftHash: hash, note: 'go' })).toMatchObject({ status: 200 });
}

async function newAgent(content?: object): Promise<AgentRecord> {
  const { body } = await app.as(operator).post<AgentRecord>(runtimes, { name: 'Runner' });
  if (content) await publish(body.id, content);
  return body;
}

const start = (agent: string, body: object, caller = operator, headers: Record<string, string> = {}) => app.as(caller).post<{ runId: string } & RunDetail & ErrorBody>(`/api/agents/${agent}/runs`, body, headers);
const get = async (runId: string) => (await app.as(operator).get<RunDetail>(`/api/runs/${runId}`)).body;
const ended = (runId: string) => eventually(async () => {
  const run = await get(runId);
  expect(['completed', 'failed', 'cancelled']).toContain(run.status);
  return run;
});
const systemPrompts = () => model.requests.map(({ messages }) => (messages[0]!.role === 'system' ? messages[0]!.content : ''));
const countRuns = async () => (await app.pool.query<{ runs: number }>('SELECT count(*)::int AS runs FROM runs')).rows[0]!.runs;

describe('a headless run', () => {
  it('answers 202 with its id, then tells what it came to, with its revision, usage and journal', async () => {
    const agent = await newAgent({ instructions: 'Be brief.' });
    model.add(say('Done.'));
    const accepted = await start(agent.id, { input: 'Do it.', labels: { ticket: 'T-1' } });
    expect(accepted).toMatchObject({ status: 202, body: { runId: expect.any(String) } });
    expect(accepted.headers.get('location')).toBe(`/api/runs/${accepted.body.runId}`);
    const run = await ended(accepted.body.runId);
    expect(run).toMatchObject({
      kind: 'headless', status: 'completed', exitReason: 'answer', output: 'Done.', revision: 1, agentId: agent.id, agentName: 'Runner', labels: { ticket: 'T-1' }, startedBy: 'Test operator',
      isContentVisible: true, usage: { calls: 1, unknownCalls: 0 },
    });
    expect(run.usage.costMicros).toBe(run.usage.totalTokens);
    const steps = (await app.as(operator).get<RunStepRecord[]>(`/api/runs/${run.id}/steps`)).body;
    expect(steps.map(({ key, state }) => [key, state])).toEqual(expect.arrayContaining([['t1/llm', 'done']]));
    model.assertFinished();
  });

  it('takes a conversation, waits when asked to, and leaves tools out when told so', async () => {
    const agent = await newAgent({ tools: ['search_help_center'] });
    model.add(say('Five.'));
    const messages = [{ role: 'user', content: 'Two and two?' }, { role: 'assistant', content: 'Four.' }, { role: 'user', content: 'And one?' }];
    const answer = await start(agent.slug!, { messages, mode: 'wait', tools: false });
    expect(answer).toMatchObject({ status: 200, body: { status: 'completed', output: 'Five.' } });
    expect(model.requests[0]!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(model.requests[0]!.tools).toBeUndefined();
  });

  it('is started once per Idempotency-Key, and not at all for another body', async () => {
    const agent = await newAgent({});
    model.always(/./, say('Once.'));
    const key = { 'idempotency-key': 'abc' };
    const [first, twin] = await Promise.all([start(agent.id, { input: 'x' }, operator, key), start(agent.id, { input: 'x' }, operator, key)]);
    expect(first.body.runId).toBe(twin.body.runId);
    expect([first, twin].map(({ headers }) => headers.get('idempotency-replayed')).sort()).toEqual([null, 'true'].sort());
    expect(await start(agent.id, { input: 'y' }, operator, key)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expect((await start(agent.id, { input: 'x' }, admin, key)).body.runId).not.toBe(first.body.runId);
  });

  it('AC-C16 is refused without a trace: nobody, no right, no agent, worker-only in chat, bad bodies, unknown model', async () => {
    const agent = await newAgent({});
    const stranger = await app.user('user');
    const before = await countRuns();
    const body = { input: 'x' };
    expect((await app.as(null).post(`/api/agents/${agent.id}/runs`, body)).status).toBe(401);
    expect((await start(agent.id, body, stranger)).status).toBe(404);
    for (const name of ['nobody', '00000000-0000-4000-8000-000000000000', 'not..a name', 'x'.repeat(200)]) expect((await start(encodeURIComponent(name), body)).status).toBe(404);
    expect(await start(agent.id, {})).toMatchObject({ status: 422 });
    expect(await start(agent.id, { input: 'x', messages: [{ role: 'user', content: 'y' }] })).toMatchObject({ status: 422 });
    expect(await start(agent.id, { input: '' })).toMatchObject({ status: 422 });
    expect(await start(agent.id, { messages: [{ role: 'user', content: 'y' }, { role: 'assistant', content: 'z' }] })).toMatchObject({ status: 422 });
    expect(await start(agent.id, { input: 'x', runId: 'mine' })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await start(agent.id, { input: 'x', labels: { 'roster.active_time_limit_ms': '1' } })).toMatchObject({ status: 422 });
    expect(await start(agent.id, { input: 'x', revision: 9 })).toMatchObject({ status: 404 });
    expect(await start('examples.Support', { input: 'x', revision: 1 })).toMatchObject({ status: 422 });
    expect(await start('examples.Support', { input: 'x', interruptsAllowed: true })).toMatchObject({ status: 403, body: { operation: 'publish_agent' } });
    model.withoutModel('demo/offline');
    expect(await start(agent.id, body)).toMatchObject({ status: 500, body: { code: 'configuration_error' } });
    expect(await app.as(operator).post('/api/chat', { agentId: 'examples.DailyDigest', id: 'thread-1', message: { role: 'user', parts: [{ type: 'text', text: 'hi' }] } })).toMatchObject({ status: 400, body: { code: 'agent_not_chattable' } });
    expect(await countRuns()).toBe(before);
  });

  it('cancels on request, children first, and only for those who may', async () => {
    const agent = await newAgent({});
    model.add(hang());
    const { runId } = (await start(agent.id, { input: 'x' })).body;
    await eventually(() => expect(model.requests).toHaveLength(1));
    expect((await app.as(await app.user('user')).post(`/api/runs/${runId}/cancel`, {})).status).toBe(404);
    expect(await app.as(operator).post(`/api/runs/${runId}/cancel`, {})).toMatchObject({ status: 200 });
    expect(await ended(runId)).toMatchObject({ status: 'cancelled', cancelReason: 'user_requested' });
    expect(await app.as(operator).post(`/api/runs/${runId}/cancel`, {})).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  });

  it('AC-C29 adds up: the total is the sum of every run of the tree', async () => {
    model.when(/support coordinator/, [callTool('billing', { task: 'Order 1042?' }), say('It is delivered.')]).when(/one order/, [callTool('look_up_order', { orderId: '1042' }), say('Delivered.')]);
    const { body } = await start('examples.Support', { input: 'Where is order 1042?', mode: 'wait' });
    const tree = (await app.as(operator).get<RunTreeRecord>(`/api/runs/${body.id}/tree`)).body;
    expect(tree.runs.map(({ usage }) => usage.calls)).toEqual([2, 2]);
    expect(tree.usage).toMatchObject({ calls: 4, totalTokens: tree.runs.reduce((sum, { usage }) => sum + usage.totalTokens, 0) });
    expect((await get(body.id)).usage).toEqual(tree.usage);
    const [child] = (await app.as(operator).get<RunRecord[]>(`/api/runs?filter={"parentRunId":"${body.id}"}`)).body;
    expect(child!.usage).toEqual(tree.runs[1]!.usage);
    model.assertFinished();
  });
});

describe('the revision a run is pinned to', () => {
  it('AC-C21 stays through a suspension and a publish in between; the next run uses the new one', async () => {
    const agent = await newAgent({ instructions: 'Revision one.', tools: ['look_up_order'], approvalRequired: ['look_up_order'] });
    model.add(callTool('look_up_order', { orderId: '1042' }), say('Looked it up.'), say('Fresh.'));
    const { runId } = (await start(agent.id, { input: 'x', interruptsAllowed: true })).body;
    const request = await eventually(async () => {
      const { body } = await app.as(operator).get<{ id: string }[]>(`/api/human-requests?filter={"runId":"${runId}","status":"pending"}`);
      expect(body).toHaveLength(1);
      return body[0]!;
    });
    await publish(agent.id, { instructions: 'Revision two.' });
    await app.as(operator).post(`/api/human-requests/${request.id}/response`, { approved: true });
    expect(await ended(runId)).toMatchObject({ status: 'completed', revision: 1, output: 'Looked it up.' });
    const next = await start(agent.id, { input: 'x', mode: 'wait' });
    expect(next.body).toMatchObject({ revision: 2, output: 'Fresh.' });
    expect(systemPrompts()).toEqual(['Revision one.', 'Revision one.', 'Revision two.']);
    expect(next.body.configurationHash).not.toBe((await get(runId)).configurationHash);
  });

  it('AC-C23 keeps two revisions apart that run at the same time, beside the draft', async () => {
    const agent = await newAgent({ instructions: 'One.' });
    await publish(agent.id, { instructions: 'Two.' });
    await saveDraft(agent.id, { instructions: 'Three.' });
    model.when(/^One\.$/, [say('from one')]).when(/^Two\.$/, [say('from two')]).when(/^Three\.$/, [say('from the draft')]);
    const answers = await Promise.all([{ revision: 1 }, {}, { revision: 'draft' }].map((pin) => start(agent.id, { input: 'x', mode: 'wait', ...pin })));
    expect(answers.map(({ body }) => [body.revision, body.output])).toEqual([[1, 'from one'], [2, 'from two'], ['draft', 'from the draft']]);
    model.assertFinished();
  });

  it('lets an editor test the draft of an agent that was never published, freezing it once', async () => {
    const agent = await newAgent();
    await saveDraft(agent.id, { instructions: 'Only a draft.' });
    model.always(/./, say('Tried.'));
    expect((await start(agent.id, { input: 'x' })).status).toBe(404);
    for (const _ of [1, 2]) expect(await start(agent.id, { input: 'x', mode: 'wait', revision: 'draft' })).toMatchObject({ status: 200, body: { revision: 'draft', output: 'Tried.' } });
    expect((await app.pool.query(`SELECT kind, number FROM agent_revisions WHERE agent_id = $1`, [agent.id])).rows).toEqual([{ kind: 'candidate', number: null }]);
    expect((await app.as(operator).get(`${runtimes}/${agent.id}/revisions`)).body).toEqual([]);
    const member = await app.user('user');
    await publish(agent.id, { instructions: 'Live.' });
    await app.as(operator).post(`${runtimes}/${agent.id}/members`, { subjectKind: 'user', subjectId: member.userId });
    expect(await start(agent.id, { input: 'x', revision: 'draft' }, member)).toMatchObject({ status: 403, body: { operation: 'update_agent' } });
    expect(await start(agent.id, { input: 'x', revision: 1 }, member)).toMatchObject({ status: 403, body: { operation: 'pin_revision' } });
  });

  it('lets nobody start a draft who may edit the agent but not chat with it', async () => {
    const agent = await newAgent();
    const [admin, editor] = [await app.user('admin'), await app.user('user')];
    for (const operation of ['view_agent', 'update_agent']) {
      await app.as(admin).post('/api/grants', { subjectKind: 'user', subjectId: editor.userId, operation, effect: 'allow', agentId: agent.id });
    }
    expect(await start(agent.id, { input: 'x', revision: 'draft' }, editor)).toMatchObject({ status: 403, body: { operation: 'chat' } });
  });

  it('refuses to delete an agent at work', async () => {
    const agent = await newAgent({});
    model.add(hang());
    const { runId } = (await start(agent.id, { input: 'x' })).body;
    expect(await app.as(operator).delete(`${runtimes}/${agent.id}`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await app.as(operator).post(`/api/runs/${runId}/cancel`, {});
    await ended(runId);
    expect(await app.as(operator).delete(`${runtimes}/${agent.id}`)).toMatchObject({ status: 200 });
    expect(await get(runId)).toMatchObject({ agentName: 'Runner', revision: 1 });
  });
});

describe('one list, one resolver', () => {
  it('AC-C2 finds an agent by id, key and slug; non-UUID, inactive and unpublished are not there', async () => {
    const agent = await newAgent({});
    const support = (await app.as(operator).get<AgentRecord>('/api/agents/examples.Support')).body;
    expect((await app.as(operator).get<AgentRecord>(`/api/agents/${support.id}`)).body).toEqual(support);
    expect((await app.as(operator).get<AgentRecord>(`/api/agents/${agent.slug}`)).body.id).toBe(agent.id);
    model.always(/./, say('Here.'));
    for (const name of [agent.id, agent.slug!, support.id, 'examples.Support']) expect((await start(name, { input: 'x', mode: 'wait' })).status).toBe(200);
    await app.as(operator).patch(`${runtimes}/${agent.id}`, { active: false });
    for (const name of [agent.id, agent.slug!]) expect((await start(name, { input: 'x' })).status).toBe(404);
    await app.as(operator).patch(`${runtimes}/${agent.id}`, { active: null });
    expect((await start(agent.id, { input: 'x', mode: 'wait' })).status).toBe(200);
  });

  it('AC-C2 AC-C22 shows a broken row with its issues, breaks nothing else, and starts nothing from it', async () => {
    const agent = await newAgent({});
    const id = '01980000-0000-7000-8000-0000000000aa';
    await app.pool.query(
      `INSERT INTO agent_revisions (id, agent_id, number, kind, content, content_hash, created_by) VALUES ($1, $2, 2, 'published', '{"baseClass":"Gone","tools":["vanished"]}', 'h', '{"kind":"system","name":"test"}')`, [id, agent.id]);
    await app.pool.query('UPDATE agent_settings SET published_revision_id = $1 WHERE id = $2', [id, agent.id]);
    const list = await app.as(operator).get<AgentRecord[]>('/api/agents?range=[0,999]');
    const broken = list.body.find((record) => record.id === agent.id)!;
    expect(broken).toMatchObject({ health: 'broken', issues: [{ path: '/baseClass', code: 'unknown_base' }, { path: '/tools/0', code: 'unknown_tool' }] });
    expect(list.body.filter(({ health }) => health === 'ok').length).toBeGreaterThan(2);
    const before = await countRuns();
    expect(await start(agent.id, { input: 'x' })).toMatchObject({ status: 500, body: { code: 'configuration_error' } });
    expect(await countRuns()).toBe(before);
    expect(await app.as(operator).post(`${runtimes}/${agent.id}/rollback`, { number: 1, note: 'repair' })).toMatchObject({ status: 200, body: { health: 'ok' } });
  });

  it('lists both kinds in one order with one total, filtered and searched in SQL, hidden ones only when asked for', async () => {
    const page = async (query: string) => {
      const answer = await app.as(admin).get<AgentRecord[]>(`/api/agents?${query}`);
      return { names: answer.body.map(({ name }) => name), range: answer.headers.get('content-range') };
    };
    expect(await page('filter={"q":"support"}')).toEqual({ names: ['Support'], range: 'agents 0-0/1' });
    expect((await page('filter={"kind":"code"}&sort=["name","DESC"]')).names).toEqual(['Support', 'Daily digest']);
    expect((await page('filter={"kind":"code","hidden":[true,false]}&sort=["name","ASC"]&range=[1,2]')).range).toBe('agents 1-2/5');
    expect((await page('filter={"workerOnly":true}')).names).toEqual(['Daily digest']);
    expect((await app.as(admin).get('/api/agents?filter={"nope":1}')).status).toBe(400);
  });
});
