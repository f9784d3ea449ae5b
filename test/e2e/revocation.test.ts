import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callTool, hang, say, ScriptedModel } from '@roster/agents/testing';
import { ChatClient, userMessage } from '../support/chat-client.ts';
import { readChat } from '../support/chat-stream.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

const agentKey = 'examples.Support';
let app: TestApp;
let admin: TestUser;
let user: TestUser;
let chat: ChatClient;
let agentId: string;
const model = new ScriptedModel();

beforeAll(async () => {
  app = await startTestApp({ model });
  admin = await app.user('admin');
  await app.pool.query(`insert into example_orders (id, customer, item, total_cents, status, ordered_at) values ('4711', 'Anna', 'Lamp', 100000, 'delivered', now())`);
  agentId = (await app.as(admin).get<{ id: string }>(`/api/agents/${agentKey}`)).body.id;
});
beforeEach(async () => {
  user = await app.user();
  chat = new ChatClient(app, user);
});
afterEach(() => model.assertFinished());
afterAll(() => app?.close());

const denyChat = () => app.as(admin).post('/api/grants', { subjectKind: 'user', subjectId: user.userId, operation: 'chat', effect: 'deny', agentId });
const refund = (amount: number) => callTool('refund_order', { orderId: '4711', amount, reason: 'broken' });
const refunds = async (): Promise<number> => Number((await app.pool.query('select count(*) from example_refunds')).rows[0].count);
const runOf = async (runId: string) => (await app.pool.query('select status, cancel_reason from runs where id = $1', [runId])).rows[0];
const revoked = { status: 'cancelled', cancel_reason: 'permission_denied' };

describe('a right that is revoked while a run goes on', () => {
  it('AC-C17 F20 ends the run in the middle of a model call, with the reason, and its stream', async () => {
    model.add(hang('Thinking about it'));
    const open = await chat.open({ id: 'lost-chat', agentId, message: userMessage('Go') });
    const runId = open.headers.get('x-roster-run-id')!;

    expect((await denyChat()).status).toBe(201);

    const stopped = await readChat(open);
    expect(stopped.chunks.at(-1)).toEqual({ type: 'abort', reason: 'permission_denied' });
    expect(await runOf(runId)).toEqual(revoked);
    expect((await chat.history('lost-chat')).messages[1]!.parts).toContainEqual({ type: 'text', text: 'Thinking about it', state: 'done' });
    expect(await chat.post({ id: 'lost-chat', message: userMessage('Again') })).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  it('AC-C17 refuses the next call: it does not execute', async () => {
    model.add(async () => {
      await denyChat();
      return refund(10);
    });

    const reply = await chat.send({ id: 'lost-call', agentId, message: userMessage('Refund 10') });

    expect(reply.message.parts).toContainEqual(expect.objectContaining({ type: 'tool-refund_order', state: 'output-error', errorText: 'permission_denied' }));
    expect(reply.chunks.at(-1)).toMatchObject({ type: 'abort', reason: 'permission_denied' });
    await eventually(async () => expect(await runOf(reply.runId)).toEqual(revoked));
    expect(await refunds()).toBe(0);
  });

  it('AC-C17 ends a run that waited meanwhile, whatever was decided', async () => {
    model.add(refund(250));
    const asked = await chat.send({ id: 'lost-wait', agentId, message: userMessage('Refund 250') });
    await denyChat();
    const { body: requests } = await app.as(admin).get<{ id: string }[]>(`/api/human-requests?filter=${encodeURIComponent(JSON.stringify({ runId: asked.runId }))}`);

    expect((await app.as(admin).post(`/api/human-requests/${requests[0]!.id}/response`, { approved: true })).status).toBe(200);

    await eventually(async () => expect(await runOf(asked.runId)).toEqual(revoked));
    expect(await refunds()).toBe(0);
  });

  it('closes the open streams of a user who is disabled, and ends the runs', async () => {
    model.add(hang('Thinking'));
    const open = await chat.open({ id: 'lost-user', agentId, message: userMessage('Go') });
    const [runId, startedAt] = [open.headers.get('x-roster-run-id')!, performance.now()];

    expect((await app.as(admin).patch(`/api/users/${user.userId}`, { status: 'disabled' })).status).toBe(200);

    await open.text().catch(() => 'cut');
    expect(performance.now() - startedAt).toBeLessThan(3_000); // a look each second, and room for a busy machine
    await eventually(async () => expect(await runOf(runId)).toEqual(revoked));
  });

  it('leaves a run alone whose agent is only switched off', async () => {
    const operator = await app.user('operator');
    const { body: agent } = await app.as(operator).post<{ id: string }>('/api/agents/runtimes', { name: 'Short-lived' });
    const draft = await app.as(operator).get<{ content: object }>(`/api/agents/runtimes/${agent.id}/draft`);
    const saved = await app.as(operator).put(`/api/agents/runtimes/${agent.id}/draft`, { ...draft.body.content, instructions: 'Answer.' }, { 'if-match': draft.headers.get('etag')! });
    await app.as(operator).post(`/api/agents/runtimes/${agent.id}/publish`, { expectedDraftHash: saved.headers.get('etag')!.replaceAll('"', ''), note: 'first' });
    model.add(async () => {
      expect((await app.as(operator).post(`/api/agents/runtimes/${agent.id}/unpublish`, {})).status).toBe(200);
      return say('Done.');
    });

    const reply = await new ChatClient(app, operator).send({ id: 'switched-off', agentId: agent.id, message: userMessage('Go') });

    expect(reply.text).toBe('Done.');
    expect(await runOf(reply.runId)).toMatchObject({ status: 'completed' });
  });
});
