import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readChat, type ReadChat } from '../support/chat-stream.ts';
import { freePort, hasRedis, type RedisServer, startRedis } from '../support/crash/redis-server.ts';
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

(hasRedis ? describe : describe.skip)('two apis and two workers on one database with Redis', () => {
  let cluster: ProductCluster;
  let redis: RedisServer | null = null;
  let apis: [ProductProcess, ProductProcess];
  let workers: [ProductProcess, ProductProcess];
  let first: ProductClient;
  let second: ProductClient;

  beforeAll(async () => {
    redis = await startRedis();
    cluster = await ProductCluster.open({ REDIS_URL: redis.url });
    apis = [await cluster.start('api'), await cluster.start('api')];
    workers = [await cluster.start('worker'), await cluster.start('worker')];
    first = cluster.client;
    second = first.at(apis[1]);
  }, 240_000);
  afterAll(async () => {
    await cluster?.close();
    await redis?.stop();
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

  it('AC-E2 C24 I23 with Redis emptied in the middle everything still ends', async () => {
    const agentId = await first.publishAgent({ model: manySteps, tools: ['look_up_order'], maxToolCalls: null });
    const chat = open(first, randomUUID(), { agentId: await first.publishAgent({ model: slowText() }), message: userText('Tell me a lot.') });
    const runIds = await Promise.all(Array.from({ length: 15 }, () => startRun(second, agentId)));
    await redis!.flush();
    const late = await Promise.all([startRun(first, agentId), startRun(second, agentId)]);
    await redis!.flush();

    for (const runId of [...runIds, ...late]) expect(await cluster.ended(runId, 60_000)).toMatchObject({ status: 'completed' });
    isWhole(wholeText(await readChat(await chat)), 150);
  }, 120_000);

  it('F7 with Redis killed chats and runs go on, degraded is shown, and it heals', async () => {
    const agentId = await first.publishAgent({ model: slowText() });
    const readiness = async () => (await fetch(`${apis[0].url}/api/health/ready`)).json() as Promise<{ status: string }>;
    expect(await readiness()).toEqual({ status: 'ok' });
    const begun = await open(first, randomUUID(), { agentId, message: userText('Tell me a lot.') });
    await redis!.stop();

    isWhole(wholeText(await readChat(begun)), 150);
    const chatId = randomUUID();
    const next = await open(first, chatId, { agentId, message: userText('And again.') });
    const elsewhere = readPieces(await second.resumeChat(chatId));
    isWhole(wholeText(await readChat(next)), 150);
    isWhole(wholeText(await readChat(new Response((await elsewhere).raw))), 150);
    expect(await cluster.ended(await startRun(second, agentId), 20_000)).toMatchObject({ status: 'completed' });
    await eventually(async () => expect(await readiness()).toEqual({ status: 'degraded' }));

    redis = await startRedis(redis!.port);
    await eventually(async () => expect(await readiness()).toEqual({ status: 'ok' }));
  }, 120_000);

  it('F7 a process starts without its Redis and answers', async () => {
    const alone = await cluster.start('all', { REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    const agentId = await first.publishAgent({ model: slowText(20) });

    const reply = await readChat(await open(first.at(alone), randomUUID(), { agentId, message: userText('Hello') }));

    isWhole(wholeText(reply), 20);
    expect(await (await fetch(`${alone.url}/api/health/ready`)).json()).toEqual({ status: 'degraded' });
    expect((await cluster.end(alone)).code).toBe(0);
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
