import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';

import { openEmptyDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { ensureProductBuilt } from '../support/product-build.ts';
import { type ProductProcess, runProductToItsEnd, startProductProcess } from '../support/product-process.ts';

let dataDir: string;
const running: ProductProcess[] = [];

beforeAll(ensureProductBuilt, 180_000);
beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'product-'));
  chmodSync(parent, 0o755);
  dataDir = join(parent, 'data');
});
afterEach(async () => {
  for (const product of running.splice(0)) await product.end();
  rmSync(join(dataDir, '..'), { recursive: true });
});

async function start(environment: Record<string, string> = {}): Promise<ProductProcess> {
  const product = await startProductProcess({ DATA_DIR: dataDir, ...environment });
  running.push(product);
  return product;
}

async function stop(product: ProductProcess, signal?: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }> {
  running.splice(running.indexOf(product), 1);
  const startedAt = performance.now();
  return { code: await product.end(signal), tookMs: performance.now() - startedAt };
}

const serverPid = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const processesOn = (folder: string) => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n').filter((line) => line.includes(folder) && !line.startsWith('ps '));

describe('one process with the embedded database', () => {
  it('starts on nothing, serves, and SIGTERM ends everything within ten seconds', async () => {
    const product = await start();
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    expect(product.setupLink).toContain(`${product.url}/#/setup?token=`);

    const { code, tookMs } = await stop(product);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
    expect(processesOn(dataDir)).toEqual([]);
  });

  it('is ended by Ctrl-C, which reaches the whole process group', async () => {
    const product = await start();
    process.kill(-Number(product.process.pid), 'SIGINT');
    expect((await stop(product, 'SIGINT')).code).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
  });

  it('after kill -9 the next start adopts the database', async () => {
    const first = await start();
    const pid = serverPid();
    await stop(first, 'SIGKILL');

    const second = await start();
    expect(serverPid()).toBe(pid);
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  });

  it('leaves nothing behind when it is told to stop while it is still starting', async () => {
    const starting = runProductToItsEnd({ DATA_DIR: dataDir });
    await eventually(() => expect(existsSync(join(dataDir, 'roster.lock'))).toBe(true));
    for (const { pid } of startersOn(dataDir)) process.kill(pid, 'SIGTERM');
    await starting;
    await eventually(() => expect(processesOn(dataDir)).toEqual([]));
  });

  it('refuses a second process on the same data folder and says why', async () => {
    await start();
    const { code, output } = await runProductToItsEnd({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(output).toMatch(/^The data folder .* is in use by process \d+\.\nStop that process first/);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number'],
    [{ ROLE: 'worker' }, 'DATABASE_URL must be set when ROLE is worker'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL must be a URL'],
  ])('refuses %j before it touches anything', async (environment, message) => {
    const { code, output } = await runProductToItsEnd({ DATA_DIR: dataDir, ...environment });
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('several processes on an external database', () => {
  it('start at once, api and workers, and migrate it only once', async () => {
    const database = await openEmptyDatabase();
    const products = await Promise.all(['api', 'worker', 'worker'].map((ROLE) => start({ ROLE, DATABASE_URL: database.url })));
    expect((await fetch(`${products[0]?.url}/api/health`)).status).toBe(200);
    expect(existsSync(dataDir)).toBe(false);
    for (const product of products) expect((await stop(product)).code).toBe(0);
    await database.drop();
  });

  it('refuse a database that does not answer or does not let them in, naming the variable and no password', async () => {
    for (const DATABASE_URL of ['postgres://roster:hunter2@127.0.0.1:1/roster', 'postgres://roster:hunter2@nowhere.invalid/roster']) {
      const { code, output } = await runProductToItsEnd({ ROLE: 'api', DATABASE_URL });
      expect(code).toBe(1);
      expect(output).toMatch(/^The database named by DATABASE_URL cannot be opened \(E[A-Z_]+\)\.\n/);
      expect(output).not.toContain('hunter2');
    }
  });

  it('refuse a database that a later version has migrated', async () => {
    const database = await openEmptyDatabase();
    await stop(await start({ ROLE: 'api', DATABASE_URL: database.url }));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'AddTheFuture9999999999999')`);
    await client.end();

    const { code, output } = await runProductToItsEnd({ ROLE: 'api', DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(output).toContain('migrations this version does not know: AddTheFuture9999999999999');
    await database.drop();
  });
});

/** The product processes that hold this data folder's lock. */
function startersOn(folder: string): { pid: number }[] {
  return [JSON.parse(readFileSync(join(folder, 'roster.lock'), 'utf8')) as { pid: number }];
}
