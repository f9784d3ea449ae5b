import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentRecord, RunDetail, RunRecord, RunStepRecord, RunTreeRecord } from '@roster/agents/contracts';

import { seedExamples } from '../../apps/api/src/examples/seed-examples.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let operator: TestUser;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp({ environment: { SEED_EXAMPLES: 'true' } });
  [operator, user] = [await app.user('operator'), await app.user('user')];
});
afterAll(() => app.close());

const run = async (agent: string, input: string, caller = operator): Promise<RunDetail> => {
  const answer = await app.as(caller).post<RunDetail>(`/api/agents/${agent}/runs`, { input, mode: 'wait' });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

describe('the example agents', () => {
  it('are seeded once, into an empty database, and remembered', async () => {
    expect(await seedExamples(app.pool)).toBe(false);
    await app.pool.query('DELETE FROM seeds');
    expect(await seedExamples(app.pool)).toBe(false); // there are agents
    const shown = (await app.as(user).get<AgentRecord[]>('/api/agents?sort=["name","ASC"]')).body;
    expect(shown.map(({ name, kind, workerOnly, health, publishedRevision }) => [name, kind, workerOnly, health, publishedRevision])).toEqual([
      ['Daily digest', 'code', true, 'ok', null],
      ['FAQ', 'database', false, 'ok', 1],
      ['Support', 'code', false, 'ok', null],
    ]);
  });

  it('answer from the help center', async () => {
    const { output, revision } = await run('faq', 'How long do I have to return an item?', user);
    expect(output).toMatch(/30 days/);
    expect(revision).toBe(1);
  });

  it('delegate: a question about an order becomes a child run of Billing', async () => {
    const { id, output } = await run('examples.Support', 'Ask billing for the status of order 1042');
    expect(output).toMatch(/Office chair.*delivered/s);
    const tree = (await app.as(operator).get<RunTreeRecord>(`/api/runs/${id}/tree`)).body;
    expect(tree.runs.map(({ agentName, kind, depth, status }) => [agentName, kind, depth, status])).toEqual([['Support', 'headless', 0, 'completed'], ['Billing', 'delegate', 1, 'completed']]);
    expect(tree.usage.calls).toBe(tree.runs.reduce((sum, { usage }) => sum + usage.calls, 0));
    expect(tree.usage.calls).toBeGreaterThanOrEqual(4);
  });

  it('refund a small amount at once, and once only', async () => {
    const { output } = await run('examples.Support', 'Please refund €20 for order 1041 because the lamp flickers');
    expect(output).toMatch(/refunded €20\.00 for order 1041/);
    const { rows } = await app.pool.query('SELECT order_id, amount_cents, reason FROM example_refunds');
    expect(rows).toMatchObject([{ order_id: '1041', amount_cents: 2000 }]);
  });

  it('let a large refund wait for a manager where one may be asked, and go on when it is approved', async () => {
    const started = await app.as(operator).post<{ runId: string }>('/api/agents/examples.Support/runs', { input: 'Refund €150 for order 1042, the chair arrived broken', interruptsAllowed: true });
    expect(started.status).toBe(403); // needs PUBLISH_AGENT
    const admin = await app.user('admin');
    const { runId } = (await app.as(admin).post<{ runId: string }>('/api/agents/examples.Support/runs', { input: 'Refund €150 for order 1042, the chair arrived broken', interruptsAllowed: true })).body;
    const request = await eventually(async () => {
      const { body } = await app.as(operator).get<{ id: string; approvers: string; status: string }[]>(`/api/human-requests?filter={"runId":"${runId}","status":"pending"}`);
      expect(body).toHaveLength(1);
      return body[0]!;
    });
    expect(request.approvers).toBe('manager');
    expect((await app.pool.query(`SELECT 1 FROM example_refunds WHERE order_id = '1042'`)).rowCount).toBe(0);
    expect(await app.as(operator).post(`/api/human-requests/${request.id}/response`, { approved: true })).toMatchObject({ status: 200 });
    const ended = await eventually(async () => {
      const { body } = await app.as(operator).get<RunDetail>(`/api/runs/${runId}`);
      expect(body.status).toBe('completed');
      return body;
    });
    expect(ended.output).toMatch(/refunded €150\.00/);
    expect((await app.pool.query(`SELECT amount_cents FROM example_refunds WHERE order_id = '1042'`)).rows).toEqual([{ amount_cents: 15_000 }]);
  });

  it('refund in a conversation: the answer waits for a manager and the same answer goes on', async () => {
    const customer = await app.user('user');
    const chat = { id: 'refund-chat', agentId: 'examples.Support', stream: false, message: { role: 'user', parts: [{ type: 'text', text: 'Please refund €120 for order 1043, it arrived late' }] } };
    const waiting = await app.as(customer).post<{ status: string; runId: string; threadId: string; message: { id: string }; requests: { requestId: string }[] }>('/api/chat', chat);
    expect(waiting).toMatchObject({ status: 200, body: { status: 'awaiting_input', requests: [{ toolName: 'refund_order', status: 'pending' }] } });
    const [request] = waiting.body.requests;
    expect((await app.as(customer).post(`/api/human-requests/${request!.requestId}/response`, { approved: true })).status).toBe(403);
    expect(await app.as(operator).post(`/api/human-requests/${request!.requestId}/response`, { approved: true })).toMatchObject({ status: 200 });
    await eventually(async () => {
      const { body } = await app.as(customer).get<{ messages: { id: string; parts: { type: string; text?: string }[] }[] }>(`/api/threads/${waiting.body.threadId}/messages`);
      expect(body.messages.at(-1)).toMatchObject({ id: waiting.body.message.id });
      expect(body.messages.at(-1)!.parts.map(({ text }) => text ?? '').join('')).toMatch(/refunded €120\.00 for order 1043/);
    });
    expect((await app.pool.query(`SELECT amount_cents FROM example_refunds WHERE order_id = '1043'`)).rows).toEqual([{ amount_cents: 12_000 }]);
  });

  it('AC-C26 deny a gated call where nobody may be asked', async () => {
    const { output, id } = await run('examples.Support', 'Refund €140 for order 1042 because it is too large');
    expect(output).not.toMatch(/refunded €140/);
    expect((await app.pool.query('SELECT 1 FROM example_refunds WHERE amount_cents = 14000')).rowCount).toBe(0);
    const steps = (await app.as(operator).get<RunStepRecord[]>(`/api/runs/${id}/steps`)).body;
    expect(JSON.stringify(steps)).toContain('interrupts_not_allowed');
  });

  it('write a digest through an analyst and keep it', async () => {
    const { id, output } = await run('examples.DailyDigest', 'Write the daily digest of the shop.');
    expect(output).toMatch(/5 orders/);
    const { rows } = await app.pool.query('SELECT run_id, body FROM example_digests');
    expect(rows).toMatchObject([{ body: expect.stringContaining('5 orders') }]);
    const tree = (await app.as(operator).get<RunTreeRecord>(`/api/runs/${id}/tree`)).body;
    expect(tree.runs.map(({ agentName }) => agentName)).toEqual(['Daily digest', 'Shop analyst']);
  });

  it('are listed with their runs, and only to those who may see them', async () => {
    const all = (await app.as(operator).get<RunRecord[]>('/api/runs?filter={"parentRunId":null}&sort=["createdAt","DESC"]')).body;
    expect(all.length).toBeGreaterThanOrEqual(5);
    expect(all.every(({ can }) => can.includes('view_run'))).toBe(true);
    const own = (await app.as(user).get<RunRecord[]>('/api/runs')).body;
    expect(own.map(({ agentName, startedBy }) => [agentName, startedBy])).toEqual([['FAQ', 'Test user']]);
    expect(await app.as(user).get(`/api/runs/${all.find(({ agentName }) => agentName === 'Support')!.id}`)).toMatchObject({ status: 404 });
  });
});
