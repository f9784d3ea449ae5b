import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { SERVER_ADMIN_URL, SERVER_APP_URL, TEMPLATE_NAME, testServerSetting, urlOfDatabase } from './test-server.ts';

export interface TestDatabase {
  /** A migrated, empty database of this test alone, as the application's role. */
  url: string;
  /** The same database as superuser, for what the application must not be able to do. */
  adminUrl: string;
  /** One pool per test database, closed by drop(). */
  pool(): pg.Pool;
  /** Ends the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const adminServerUrl = testServerSetting(SERVER_ADMIN_URL);
  const appServerUrl = testServerSetting(SERVER_APP_URL);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${testServerSetting(TEMPLATE_NAME)} OWNER ${new URL(appServerUrl).username}`);
  const url = urlOfDatabase(appServerUrl, name);
  let pool: pg.Pool | undefined;
  return {
    url,
    adminUrl: urlOfDatabase(adminServerUrl, name),
    pool: () => (pool ??= openPool(url)),
    async drop() {
      await pool?.end();
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** A database without any table, for tests of migrations and start-up. */
export async function openEmptyDatabase(): Promise<Omit<TestDatabase, 'pool'>> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const appServerUrl = testServerSetting(SERVER_APP_URL);
  await administer(`CREATE DATABASE ${name} OWNER ${new URL(appServerUrl).username}`);
  return {
    url: urlOfDatabase(appServerUrl, name),
    adminUrl: urlOfDatabase(testServerSetting(SERVER_ADMIN_URL), name),
    drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  pool.on('error', () => undefined); // a test may end the server's side of an idle connection on purpose
  return pool;
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerSetting(SERVER_ADMIN_URL) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
