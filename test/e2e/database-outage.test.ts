import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readChat } from '../support/chat-stream.ts';
import { eventually } from '../support/eventually.ts';
import { startMockProvider, type MockProvider } from '../support/mock-provider/mock-provider.ts';
import { ensureProductBuilt } from '../support/product-build.ts';
import { ProductClient } from '../support/product-client.ts';
import { type ProductProcess, startProductProcess } from '../support/product-process.ts';
import { startTestApp } from '../support/test-app.ts';

const status = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as { status?: string; code?: string } };
};

it('F6 with every database connection in use, requests are refused as overloaded and nothing stays broken', async () => {
  const app = await startTestApp();
  const user = await app.user();
  const pool = app.nest.get<pg.Pool>(pg.Pool);
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));

  expect(await status(`${app.url}/api/health`)).toMatchObject({ status: 200 });
  expect(await status(`${app.url}/api/health/ready`)).toEqual({ status: 503, retryAfter: '1', body: { status: 'broken' } });
  const refused = await app.as(user).get<{ code: string; retryable: boolean }>('/api/me');
  expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded', retryable: true } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  for (const client of held) client.release();
  await eventually(async () => expect((await app.as(user).get('/api/me')).status).toBe(200), { timeoutMs: 5_000 });
  expect(await status(`${app.url}/api/health/ready`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  await app.close();
}, 60_000);

describe('a database that goes away and comes back', () => {
  let mock: MockProvider;
  let folder: string;
  let product: ProductProcess;

  beforeAll(async () => {
    await ensureProductBuilt();
    mock = await startMockProvider();
    folder = mkdtempSync(join(tmpdir(), 'outage-'));
    chmodSync(folder, 0o755);
    product = await startProductProcess({
      DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', OPENAI_COMPATIBLE_BASE_URL: `${mock.url}/v1`, OPENAI_COMPATIBLE_NAME: 'mock', EGRESS_ALLOW: new URL(mock.url).host,
    });
  }, 240_000);
  afterAll(async () => {
    await product?.end();
    await mock?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Ends the server's processes, as a machine that is out of memory does. */
  const killPostmaster = () => {
    const pid = execFileSync('head', ['-n1', join(folder, 'data/postgres/postmaster.pid')], { encoding: 'utf8' }).trim();
    process.kill(Number(pid), 'SIGQUIT');
  };

  it('F5 answers 503 with Retry-After meanwhile, is ready within 5 s of its return, and ends what it had accepted', async () => {
    const client = await ProductClient.setUp(product);
    const agentId = await client.publishAgent({ model: 'mock/text?n=150&ttft=20&gap=20' });
    const chatId = randomUUID();
    const open = await client.openChat({ id: chatId, agentId, message: { role: 'user', parts: [{ type: 'text', text: 'Tell me a lot.' }] } });
    const { body: { runId } } = await client.send<{ runId: string }>('POST', `/api/agents/${agentId}/runs`, { input: 'Go on.' });
    await eventually(() => expect(mock.journal.entries.length).toBeGreaterThanOrEqual(2));

    killPostmaster();
    const seen = new Set<string>();
    const lostAt = performance.now();
    await eventually(async () => {
      const answer = await client.resumeChat('nothing');
      expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
      if (answer.status === 503) seen.add(`${((await answer.json()) as { code: string }).code} ${answer.headers.get('retry-after')}`);
      expect(seen.size).toBeGreaterThan(0);
    }, { timeoutMs: 5_000, intervalMs: 5 });
    expect([...seen].every((answer) => /^(storage_unavailable|overloaded) \d+$/.test(answer))).toBe(true);

    await eventually(async () => expect(await status(`${product.url}/api/health/ready`)).toMatchObject({ status: 200 }), { timeoutMs: 15_000 });
    expect(performance.now() - lostAt).toBeLessThan(15_000);
    expect(product.process.exitCode).toBeNull();
    await open.text().catch(() => 'cut');
    const history = await eventually(async () => {
      const page = await client.history(chatId);
      expect(page.activeMessageId).toBeNull();
      return page;
    }, { timeoutMs: 30_000 });
    expect(history.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    await eventually(async () => expect((await client.send<{ status: string }>('GET', `/api/runs/${runId}`)).body.status).toBe('completed'), { timeoutMs: 30_000 });
    const next = await readChat(await client.openChat({ id: randomUUID(), agentId, message: { role: 'user', parts: [{ type: 'text', text: 'Again.' }] } }));
    expect(next.isDone).toBe(true);
  }, 120_000);
});
