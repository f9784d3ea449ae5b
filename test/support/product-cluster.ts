import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { openEmptyDatabase, type TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { type MockProvider, startMockProvider } from './mock-provider/mock-provider.ts';
import { ProductClient } from './product-client.ts';
import { type ProductEnvironment, type ProductProcess, startProductProcess } from './product-process.ts';

export interface RunRow { status: string; output: unknown; attempt: number; lease_owner: string | null }

/** Several processes of the built product, each in its role, on one external database and one mock provider. */
export class ProductCluster {
  readonly running = new Set<ProductProcess>();
  /** The first administrator, at the first api. */
  client!: ProductClient;

  private constructor(readonly mock: MockProvider, private readonly database: Omit<TestDatabase, 'pool'>, readonly pool: pg.Pool, private readonly environment: ProductEnvironment) {}

  static async open(environment: ProductEnvironment = {}): Promise<ProductCluster> {
    const [mock, database] = await Promise.all([startMockProvider(), openEmptyDatabase()]);
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    pool.on('error', () => undefined); // a test may end connections on purpose
    return new ProductCluster(mock, database, pool, environment);
  }

  async start(role: 'api' | 'worker' | 'all', environment: ProductEnvironment = {}): Promise<ProductProcess> {
    const product = await startProductProcess({
      ROLE: role, DATABASE_URL: this.database.url, LOG_LEVEL: 'debug', RATE_LIMIT_CHAT: '1000/min',
      OPENAI_COMPATIBLE_BASE_URL: `${this.mock.url}/v1`, OPENAI_COMPATIBLE_NAME: 'mock', EGRESS_ALLOW: new URL(this.mock.url).host,
      ...this.environment, ...environment,
    });
    this.running.add(product);
    if (product.setupLink !== null && !this.client) this.client = await ProductClient.setUp(product);
    return product;
  }

  async end(product: ProductProcess, signal?: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }> {
    this.running.delete(product);
    const startedAt = performance.now();
    return { code: await product.end(signal), tookMs: performance.now() - startedAt };
  }

  async run(runId: string): Promise<RunRow> {
    return (await this.pool.query<RunRow>('SELECT status, output, attempt, lease_owner FROM runs WHERE id = $1', [runId])).rows[0]!;
  }

  ended(runId: string, timeoutMs = 30_000): Promise<RunRow> {
    return eventually(async () => {
      const row = await this.run(runId);
      if (!['completed', 'failed', 'cancelled'].includes(row.status)) throw new Error(`Run ${runId} is ${JSON.stringify(row)}.`);
      return row;
    }, { timeoutMs });
  }

  async close(): Promise<void> {
    await Promise.all([...this.running].map((product) => this.end(product, 'SIGKILL')));
    await this.mock.close();
    await this.pool.end();
    await this.database.drop();
  }
}

/** Did this process claim the run? It says so in its log at level debug. */
export const drove = (product: ProductProcess, runId: string): boolean =>
  product.output().split('\n').some((line) => line.includes('"run_claimed"') && line.includes(runId));

export const userText = (text: string) => ({ id: randomUUID(), role: 'user' as const, parts: [{ type: 'text', text }] });

/** Runs of a stream's bytes that hold text, and all of it. */
export async function readPieces(response: Response): Promise<{ pieces: number; raw: string }> {
  let [pieces, raw] = [0, ''];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const text = Buffer.from(chunk).toString();
    if (text.includes('"text-delta"')) pieces++;
    raw += text;
  }
  return { pieces, raw };
}
