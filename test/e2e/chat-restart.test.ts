import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openEmptyDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startMockProvider, type MockProvider } from '../support/mock-provider/mock-provider.ts';
import { ensureProductBuilt } from '../support/product-build.ts';
import { startProductProcess, type ProductProcess } from '../support/product-process.ts';
import { ProductClient } from '../support/product-client.ts';

type Database = Awaited<ReturnType<typeof openEmptyDatabase>>;

let mock: MockProvider;
let database: Database;
const running = new Set<ProductProcess>();

beforeAll(async () => {
  await ensureProductBuilt();
  mock = await startMockProvider();
  database = await openEmptyDatabase();
}, 180_000);
afterAll(async () => {
  for (const product of running) await product.end('SIGKILL');
  await mock?.close();
  await database?.drop();
});

async function start(): Promise<ProductProcess> {
  const product = await startProductProcess({
    DATABASE_URL: database.url, LOG_LEVEL: 'warn', RUN_LEASE: '2s', RUN_HEARTBEAT: '500ms',
    OPENAI_COMPATIBLE_BASE_URL: `${mock.url}/v1`, OPENAI_COMPATIBLE_NAME: 'mock', EGRESS_ALLOW: new URL(mock.url).host,
  });
  running.add(product);
  return product;
}

async function kill(product: ProductProcess): Promise<void> {
  running.delete(product);
  await product.end('SIGKILL');
}

describe('a chat whose process is killed', () => {
  it('AC-E11 AC-W3 is finished by the next process: one message, whole, the model asked at most twice', async () => {
    const words = 150;
    const first = await start();
    const client = await ProductClient.setUp(first);
    const agentId = await client.publishAgent({ model: `mock/text?n=${words}&ttft=20&gap=20` });
    const chatId = randomUUID();
    const open = client.openChat({ id: chatId, agentId, message: { role: 'user', parts: [{ type: 'text', text: 'Tell me a lot.' }] } });
    await eventually(() => expect(mock.journal.entries).toHaveLength(1));
    const reader = (await open).body!.getReader();
    await reader.read();
    await kill(first);
    await reader.cancel().catch(() => undefined);

    client.moveTo(await start());
    const history = await eventually(async () => {
      const page = await client.history(chatId);
      expect(page.activeMessageId).toBeNull();
      return page;
    }, { timeoutMs: 20_000 });

    expect(history.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    const text = history.messages[1]!.parts.filter(({ type }) => type === 'text').map((part) => (part as { text: string }).text).join('');
    expect(text.trim().split(' ').map((word) => Number(word.split(':')[0]))).toEqual(Array.from({ length: words }, (_, index) => index));
    expect(mock.journal.entries.length).toBeLessThanOrEqual(2);
  }, 90_000);
});
