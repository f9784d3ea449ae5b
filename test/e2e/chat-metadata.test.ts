import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { callTool, hang, say, ScriptedModel, withOutcome } from '@roster/agents/testing';
import { ChatClient, plain, userMessage } from '../support/chat-client.ts';
import { foldChunks, readChat, type ReadChat } from '../support/chat-stream.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

const agentId = 'examples.Support';
let app: TestApp;
let operator: TestUser;
let chat: ChatClient;
const model = new ScriptedModel();

beforeAll(async () => {
  app = await startTestApp({ model });
  await app.pool.query(`insert into example_orders (id, customer, item, total_cents, status, ordered_at) values ('4711', 'Anna', 'Lamp', 100000, 'delivered', now())`);
  operator = await app.user('operator');
  chat = new ChatClient(app, operator);
});
afterEach(() => model.assertFinished());
afterAll(() => app?.close());

/** A key answers a repeated request with the whole stream again. */
async function replayOf(body: object, key: string): Promise<ReadChat> {
  return chat.send(body, { 'idempotency-key': key });
}
const storedReply = async (chatId: string) => (await chat.history(chatId)).messages.at(-1)!;

describe('metadata of a reply', () => {
  it('AC-W3 is the same live, replayed, answered whole and in history, delegation included', async () => {
    model.add(callTool('billing', { task: 'Look up 4711' }), say('It is on its way.')).when('one order', [say('Order 4711 is shipped.')]);
    const body = { id: 'meta-1', agentId, message: userMessage('Where is 4711?', 'm1') };

    const live = await chat.send(body, { 'idempotency-key': 'meta-1' });
    const metadata = live.message.metadata as Record<string, unknown>;

    const childRunId = (live.chunks.find(({ type }) => type === 'data-child-run') as unknown as { data: { childRunId: string } }).data.childRunId;
    expect(metadata).toMatchObject({ finishReason: 'stop', processingTimeMs: expect.any(Number), usage: { totalTokens: expect.any(Number), bySubagent: expect.any(Object) } });
    expect(Object.values(metadata['childRuns'] as object)).toEqual([childRunId]);
    expect((await replayOf(body, 'meta-1')).message).toEqual(live.message);
    expect(await storedReply('meta-1')).toEqual(plain({ ...live.message, id: live.messageId }));
    const { rows } = await app.pool.query('select metadata from messages where id = $1', [live.messageId]);
    expect(rows).toEqual([{ metadata: { processingTimeMs: metadata['processingTimeMs'], childRuns: metadata['childRuns'] } }]);
  });

  it('AC-W3 of a reply that waits is what its stream said, and after the decision that of the whole reply', async () => {
    model.add(callTool('refund_order', { orderId: '4711', amount: 250, reason: 'broken' }), say('Refunded.'));

    const asked = await chat.send({ id: 'meta-2', agentId, message: userMessage('Refund 250', 'm2') });
    expect((await storedReply('meta-2')).metadata).toEqual(asked.message.metadata);
    expect(asked.message.metadata).toMatchObject({ finishReason: 'tool-calls' });

    const { body: requests } = await app.as(operator).get<{ id: string }[]>(`/api/human-requests?filter=${encodeURIComponent(JSON.stringify({ runId: asked.runId }))}`);
    await app.as(operator).post(`/api/human-requests/${requests[0]!.id}/response`, { approved: true });
    const stored = await eventually(async () => {
      const reply = await storedReply('meta-2');
      expect(reply.metadata).toMatchObject({ finishReason: 'stop' });
      return reply;
    });
    expect(stored.metadata).toEqual((await replayOf({ id: 'meta-2', message: userMessage('Refund 250', 'm2') }, 'meta-2')).message.metadata);
  });

  it('says that a limit cut the answer short, also after a reload', async () => {
    model.add(withOutcome(say('Half an ans'), { finishReason: 'length' }));

    const whole = await chat.post<{ message: { metadata: object } }>({ id: 'meta-3', agentId, stream: false, message: userMessage('Go') });

    expect(whole.body.message.metadata).toMatchObject({ finishReason: 'length', processingTimeMs: expect.any(Number) });
    expect((await storedReply('meta-3')).metadata).toEqual(whole.body.message.metadata);
  });

  it('of a stopped reply is that of its start, in the stream and in history', async () => {
    model.add(hang('Thinking about it'));
    const open = await chat.open({ id: 'meta-4', agentId, message: userMessage('Go') });
    await eventually(async () => expect((await chat.stop('meta-4')).body.status).toMatch(/stopp/));
    const stopped = await readChat(open);

    expect(await foldChunks(stopped.chunks.slice(0, 1))).toMatchObject({ metadata: stopped.message.metadata });
    expect((await storedReply('meta-4')).metadata).toEqual(stopped.message.metadata);
  });
});
