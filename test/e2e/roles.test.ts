import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readChat, type ReadChat } from '../support/chat-stream.ts';
import { eventually } from '../support/eventually.ts';
import { ensureProductBuilt } from '../support/product-build.ts';
import type { ProductClient } from '../support/product-client.ts';
import { drove, ProductCluster, readPieces, userText } from '../support/product-cluster.ts';
import type { ProductProcess } from '../support/product-process.ts';
import { brokenInvariants } from '../support/run-invariants.ts';

/** Some 3 s of streaming. */
const slowText = (words = 150) => `mock/text?n=${words}&ttft=20&gap=20`;
/** A dozen steps of some 150 ms each, then a sentence. */
const manySteps = 'mock/tools?calls=6&name=look_up_order&n=5&ttft=100&gap=5';

beforeAll(ensureProductBuilt, 240_000);

describe('two apis and two workers on one database', () => {
  let cluster: ProductCluster;
  let apis: [ProductProcess, ProductProcess];
  let workers: [ProductProcess, ProductProcess];
  let first: ProductClient;
  let second: ProductClient;

  beforeAll(async () => {
    cluster = await ProductCluster.open({});
    apis = [await cluster.start('api'), await cluster.start('api')];
    workers = [await cluster.start('worker'), await cluster.start('worker')];
    first = cluster.client;
    second = first.at(apis[1]);
  }, 240_000);
  afterAll(async () => {
    await cluster?.close();
  });

  const startRun = async (client: ProductClient, agentId: string, input = 'Go on.') =>
    (await client.send<{ runId: string }>('POST', `/api/agents/${agentId}/runs`, { input })).body.runId;
  const wholeText = ({ message }: ReadChat) => message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const isWhole = (text: string, words: number) => expect(text.trim().split(' ').map((word) => Number(word.split(':')[0]))).toEqual(Array.from({ length: words }, (_, index) => index));
  const open = (client: ProductClient, chatId: string, more: object) => client.openChat({ id: chatId, ...more });

  /** A reader that had seen text of the attempt that died is told to come again. */
  async function readToItsEnd(resume: () => Promise<Response>): Promise<ReadChat> {
    for (;;) {
      const reply = await readChat(await resume());
      if (reply.chunks.at(-1)?.type !== 'data-reconnect') return reply;
    }
  }

  it('a revision published on one api is what the other serves within a second', async () => {
    const agentId = await first.publishAgent({ model: 'mock/text?n=3&gap=0', instructions: 'One.' });
    const path = `/api/agents/runtimes/${agentId}`;
    const chat = await readChat(await open(second, randomUUID(), { agentId, message: userText('Hello') }));
    expect(chat.message.metadata).toMatchObject({ revision: 1 });

    const draft = await first.send<{ content: object }>('GET', `${path}/draft`);
    const saved = await first.send('PUT', `${path}/draft`, { ...draft.body.content, instructions: 'Two.' }, { 'if-match': draft.headers.get('etag')! });
    await first.send('POST', `${path}/publish`, { expectedDraftHash: saved.headers.get('etag')!.replaceAll('"', ''), note: 'two' });
    const next = await eventually(async () => {
      const reply = await readChat(await open(second, randomUUID(), { agentId, message: userText('Hello') }));
      expect(reply.message.metadata).toMatchObject({ revision: 2 });
      return reply;
    }, { timeoutMs: 1_000 });
    expect(next.isDone).toBe(true);
  });

  it('AC-W3 a chat that one api accepted is streamed by the other while it is made', async () => {
    const agentId = await first.publishAgent({ model: slowText() });
    const chatId = randomUUID();
    const accepted = await open(first, chatId, { agentId, message: userText('Tell me a lot.') });
    const elsewhere = await eventually(async () => {
      const response = await second.resumeChat(chatId);
      expect(response.status).toBe(200);
      return response;
    });

    const [here, there] = await Promise.all([readChat(accepted), readPieces(elsewhere)]);

    expect(there.pieces).toBeGreaterThanOrEqual(3);
    const resumed = await readChat(new Response(there.raw));
    expect(resumed.message).toEqual(here.message);
    isWhole(wholeText(resumed), 150);
    expect(workers.some((worker) => drove(worker, here.runId))).toBe(false);
  });

  it('a run started at an api is driven by a worker, and cancelled through the other api within 3 s', async () => {
    const agentId = await first.publishAgent({ model: slowText(3_000) });
    const runId = await startRun(first, agentId);
    await eventually(() => expect(workers.filter((worker) => drove(worker, runId))).toHaveLength(1));
    await eventually(async () => expect(await cluster.run(runId)).toMatchObject({ status: 'running' }));

    const askedAt = performance.now();
    await second.send('POST', `/api/runs/${runId}/cancel`);
    expect(await cluster.ended(runId, 5_000)).toMatchObject({ status: 'cancelled' });
    expect(performance.now() - askedAt).toBeLessThan(3_000);
    expect(apis.some((api) => drove(api, runId))).toBe(false);
  });

  it('AC-W7 a decision at one api wakes the run that the other accepted', async () => {
    const agentId = await first.publishAgent({ model: 'mock/obey', tools: ['look_up_order'], approvalRequired: ['look_up_order'] });
    const chatId = randomUUID();
    const asked = await readChat(await open(first, chatId, { agentId, message: userText('[[call look_up_order {"orderId":"1042"}]] [[say Found it.]]') }));
    const { body: requests } = await second.send<{ id: string }[]>('GET', `/api/human-requests?filter=${encodeURIComponent(JSON.stringify({ runId: asked.runId }))}`);

    await second.send('POST', `/api/human-requests/${requests[0]!.id}/response`, { approved: true });

    expect(await cluster.ended(asked.runId, 10_000)).toMatchObject({ status: 'completed', output: 'Found it.' });
    const history = await first.history(chatId);
    expect(history.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(JSON.stringify(history.messages[1])).toContain('Jonas Weber');
  });

  it('F24 a worker that is told to stop hands its runs over: exit 0 within 10 s and nothing lost', async () => {
    const agentId = await first.publishAgent({ model: manySteps, tools: ['look_up_order'], maxToolCalls: null });
    const [leaving] = workers;
    const runIds = await Promise.all(Array.from({ length: 10 }, () => startRun(first, agentId)));
    await eventually(() => expect(runIds.some((runId) => drove(leaving, runId))).toBe(true));

    const { code, tookMs } = await cluster.end(leaving);

    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
    for (const runId of runIds) expect(await cluster.ended(runId)).toMatchObject({ status: 'completed' });
    expect(workers.every((worker) => runIds.some((runId) => drove(worker, runId)))).toBe(true);
    workers[0] = await cluster.start('worker');
  }, 90_000);

  it('AC-E10 AC-E11 F1 a chat whose api is killed goes on elsewhere within 10 s, and the other api streams the whole of it', async () => {
    const agentId = await first.publishAgent({ model: slowText() });
    const chatId = randomUUID();
    const accepted = await open(first, chatId, { agentId, message: userText('Tell me a lot.') });
    const runId = accepted.headers.get('x-roster-run-id')!;
    const reader = accepted.body!.getReader();
    for (let text = ''; !text.includes('"text-delta"');) text += Buffer.from((await reader.read()).value!).toString();
    const asked = cluster.mock.journal.entries.length;

    const killedAt = performance.now();
    await cluster.end(apis[0], 'SIGKILL');
    await reader.cancel().catch(() => undefined);
    await eventually(() => expect(cluster.mock.journal.entries.length).toBeGreaterThan(asked), { timeoutMs: 15_000 });
    expect(performance.now() - killedAt).toBeLessThan(10_000);

    const resumed = await readToItsEnd(() => second.resumeChat(chatId));
    isWhole(wholeText(resumed), 150);
    expect(resumed.isDone).toBe(true);
    expect(await cluster.ended(runId)).toMatchObject({ status: 'completed' });
    expect((await second.history(chatId)).messages.at(-1)!.parts).toEqual(resumed.message.parts);
    expect(cluster.mock.journal.entries.length).toBe(asked + 1);
    expect(workers.filter((worker) => drove(worker, runId))).toHaveLength(1);
  }, 90_000);

  it('leaves every invariant of the run tables intact', async () => {
    expect(await brokenInvariants(cluster.pool)).toEqual([]);
  });
});
