import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';

import { eventually } from '../support/eventually.ts';
import { ensureProductBuilt } from '../support/product-build.ts';

interface Report {
  url: string;
  adopted: boolean;
  code?: string;
  refused?: string;
  hint?: string;
}

interface Product {
  process: ChildProcess;
  report: Report;
}

/** In a clone below a closed folder the programs themselves are out of reach of other users. */
const othersMayEnter = (folder: string): boolean => (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || othersMayEnter(dirname(folder)));
const isRoot = process.getuid?.() === 0;
const canTellUsersApart = isRoot && othersMayEnter(process.cwd());
let parent: string;
let dataDir: string;
const started: Product[] = [];

let seed: string;

beforeAll(async () => {
  await ensureProductBuilt();
  seed = mkdtempSync(join(tmpdir(), 'embedded-seed-'));
  chmodSync(seed, 0o755);
  dataDir = join(seed, 'data');
  await end(await startProduct());
}, 120_000);
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(parent, 0o755);
  dataDir = join(parent, 'data');
  execFileSync('cp', ['-a', join(seed, 'data'), dataDir]); // making a cluster costs seconds
});
afterEach(async () => {
  for (const product of started.splice(0)) product.process.kill('SIGKILL');
  if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) await end(await startProduct()); // what a test killed on purpose
  rmSync(parent, { recursive: true });
});
afterAll(() => {
  expect(started).toHaveLength(0);
  rmSync(seed, { recursive: true });
});

describe('the embedded database', () => {
  it('makes a cluster on the first start, asks for a password, listens on loopback only, and stop leaves no process', async () => {
    dataDir = join(parent, 'new');
    const product = await startProduct();
    const serverPid = postmasterPid();
    expect(await query(product.report.url, 'SELECT current_user, current_database(), (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)')).toEqual([
      { current_user: 'roster', current_database: 'roster', rolsuper: false },
    ]);
    await expect(query(product.report.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(await query(product.report.url, `SELECT current_setting('listen_addresses') AS tcp`)).toEqual([{ tcp: '127.0.0.1' }]);
    expect(statSync(join(dataDir, 'postgres-passwords.json')).mode & 0o777).toBe(0o600);

    await end(product);
    expect(isAlive(serverPid)).toBe(false);
  });

  it('keeps its data over a stop and a start', async () => {
    const first = await startProduct();
    await query(first.report.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await end(first);

    const second = await startProduct();
    expect(second.report.adopted).toBe(false);
    expect(await query(second.report.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('outlives kill -9 of the product and is adopted by the next start', async () => {
    const first = await startProduct();
    const serverPid = postmasterPid();
    await kill(first);
    expect(isAlive(serverPid)).toBe(true);

    const second = await startProduct();
    expect(second.report).toEqual({ ...first.report, adopted: true });
    expect(postmasterPid()).toBe(serverPid);
    await end(second);
    expect(isAlive(serverPid)).toBe(false);
  });

  it('starts again after kill -9 of product and server alike', async () => {
    const first = await startProduct();
    await query(first.report.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    const serverPid = postmasterPid();
    await kill(first);
    process.kill(serverPid, 'SIGKILL');

    const second = await startProduct();
    expect(second.report.adopted).toBe(false);
    expect(await query(second.report.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('is started again on its port when only the server was killed, and stop still leaves no process', async () => {
    const product = await startProduct();
    await query(product.report.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    process.kill(postmasterPid(), 'SIGKILL');

    await eventually(async () => expect(await query(product.report.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]), { timeoutMs: 30_000 });
    const serverPid = postmasterPid();
    await end(product);
    expect(isAlive(serverPid)).toBe(false);
  }, 60_000);

  it('does not take a foreign process with the remembered pid for its server', async () => {
    const first = await startProduct();
    await end(first);
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n0\n5432\n\n127.0.0.1\n\nready\n`);
    if (isRoot) chownLike(join(dataDir, 'postgres/postmaster.pid'), join(dataDir, 'postgres'));

    const second = await startProduct();
    expect(second.report.adopted).toBe(false);
    expect(await query(second.report.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('refuses a second product process on the same data folder, says what to do, and the first goes on', async () => {
    const first = await startProduct();
    const second = await startProduct();
    expect(second.report).toMatchObject({ code: 'data_folder_in_use', refused: expect.stringContaining(`process ${first.process.pid}`), hint: expect.stringContaining('DATABASE_URL') });
    expect(await query(first.report.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('does not hear a Ctrl-C meant for the product, so that work can still be ended in it', async () => {
    const product = await startProduct();
    const client = new pg.Client({ connectionString: product.report.url });
    await client.connect();
    process.kill(-Number(product.process.pid), 'SIGINT');
    expect((await client.query('SELECT pg_sleep(0.5), 1 AS n')).rows[0]).toMatchObject({ n: 1 });
    await client.end();
  });

  it('forgets a cluster whose making was cut off', async () => {
    dataDir = join(parent, 'new');
    mkdirSync(join(dataDir, 'postgres.new-half'), { recursive: true, mode: 0o711 });
    chmodSync(dataDir, 0o711);
    writeFileSync(join(dataDir, 'postgres.new-half/PG_VERSION'), '18\n');

    const product = await startProduct();
    expect(product.report.adopted).toBe(false);
    expect(existsSync(join(dataDir, 'postgres.new-half'))).toBe(false);
  });

  it('refuses the cluster of another major version', async () => {
    await end(await startProduct());
    const versionFile = join(dataDir, 'postgres/PG_VERSION');
    writeFileSync(versionFile, '17\n');
    expect((await startProduct()).report).toMatchObject({ code: 'embedded_postgres', refused: expect.stringContaining('was made by PostgreSQL 17') });
    writeFileSync(versionFile, '18\n');
  });

  (canTellUsersApart ? it : it.skip)('as root runs below a folder that only root may enter where namespaces are forbidden, as in most containers', async () => {
    chmodSync(parent, 0o700);
    const programs = mkdtempSync(join(parent, 'bin-'));
    for (const name of ['id', 'setpriv']) symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(programs, name));

    const product = await startProduct({ PATH: programs });
    expect(await query(product.report.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
    await kill(product);

    const adopting = await startProduct({ PATH: programs });
    expect(adopting.report.adopted).toBe(true);
    await end(adopting);
  });

  (canTellUsersApart ? it : it.skip)('as root runs below a folder that only root may enter, and after that folder was opened', async () => {
    chmodSync(parent, 0o700);
    const inside = await startProduct();
    expect(await query(inside.report.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
    await end(inside);

    chmodSync(parent, 0o755);
    const outside = await startProduct();
    expect(await query(outside.report.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
  });
});

async function startProduct(environment: NodeJS.ProcessEnv = process.env): Promise<Product> {
  const child = spawn(process.execPath, ['test/support/embedded-process.mjs', dataDir], { stdio: ['ignore', 'pipe', 'inherit'], detached: true, env: environment });
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('error', reject);
    lines.once('close', () => reject(new Error('The process ended without a report.')));
  });
  const product = { process: child, report: JSON.parse(line) as Report };
  if (product.report.refused === undefined) started.push(product);
  return product;
}

function end(product: Product): Promise<void> {
  return leave(product, 'SIGTERM');
}

function kill(product: Product): Promise<void> {
  return leave(product, 'SIGKILL');
}

async function leave(product: Product, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => product.process.once('close', resolve));
  product.process.kill(signal);
  await ended;
  started.splice(started.indexOf(product), 1);
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

function chownLike(path: string, model: string): void {
  const { uid, gid } = statSync(model);
  chownSync(path, uid, gid);
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
