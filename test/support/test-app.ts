import { createHash, randomBytes } from 'node:crypto';

import { newId } from '@roster/agents/kernel';
import type { ModelClient } from '@roster/agents/kernel';
import type pg from 'pg';
import { pino } from 'pino';

import type { Config } from '../../apps/api/src/config/config.ts';
import { readConfig } from '../../apps/api/src/config/read-config.ts';
import { createApp, type RosterApp } from '../../apps/api/src/create-app.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export interface TestAppOptions {
  /** Answers every model call, e.g. a ScriptedModel. */
  model?: ModelClient;
  /** Environment variables on top of the defaults, e.g. `{ ROLE: 'api' }`. */
  environment?: Record<string, string>;
  /** A database to use instead of a fresh one; it is not dropped at the end. */
  database?: TestDatabase;
}

export type TestRole = 'user' | 'operator' | 'admin';
export interface TestUser { kind: 'user'; userId: string; email: string; headers: Record<string, string> }
export interface TestKey { kind: 'apiKey'; apiKeyId: string; text: string; headers: Record<string, string> }
export interface TestKeyOptions { operations: readonly string[]; agentIds?: readonly string[] | 'all'; expiresInMs?: number }

/** The product on a cloned database and a free port, over real HTTP. Call `close()` in afterAll. */
export interface TestApp {
  url: string;
  config: Config;
  nest: RosterApp['nest'];
  database: TestDatabase;
  pool: pg.Pool;
  /** Log lines so far, parsed; level info. */
  logs: Record<string, unknown>[];
  /** A user who is signed in. */
  user(role?: TestRole): Promise<TestUser>;
  /** A key of this user; `endUser` goes to `as`. */
  key(owner: TestUser, options: TestKeyOptions): Promise<TestKey>;
  /** `app.as(admin).get('/api/users')`; null is nobody. */
  as(caller: TestUser | TestKey | null, headers?: Record<string, string>): TestClient;
  close(): Promise<void>;
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', DATABASE_URL: database.url, SEED_EXAMPLES: 'false', ...options.environment });
  const logs: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info', base: null }, { write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>) });
  const app = await createApp(config, { logger, ...(options.model && { modelClient: options.model }) });
  const url = await app.listen();
  const pool = database.pool();
  return {
    url, config, nest: app.nest, database, pool, logs,
    user: (role = 'user') => createUser({ pool, url }, role),
    key: (owner, keyOptions) => createKey(pool, owner, keyOptions),
    as: (caller, headers = {}) => createTestClient(url, { ...caller?.headers, ...headers }),
    close: async () => {
      await app.close();
      if (!options.database) await database.drop();
    },
  };
}

/** Straight into the tables: signing in costs a slow hash and has tests of its own. */
async function createUser({ pool, url }: { pool: pg.Pool; url: string }, role: TestRole): Promise<TestUser> {
  const userId = newId();
  const email = `${role}-${userId}@example.com`;
  const token = randomBytes(32).toString('base64url');
  await pool.query(`INSERT INTO users (id, email, name, role, status, password_hash) VALUES ($1, $2, $3, $4, 'active', 'none')`, [userId, email, `Test ${role}`, role]);
  await pool.query(`INSERT INTO logins (id, user_id, token_hash, expires_at) VALUES ($1, $2, $3, now() + interval '7 days')`, [newId(), userId, sha256(token)]);
  return { kind: 'user', userId, email, headers: { cookie: `roster=${token}`, 'x-roster-csrf': '1', origin: url } };
}

async function createKey(pool: pg.Pool, owner: TestUser, { operations, agentIds = 'all', expiresInMs = 3_600_000 }: TestKeyOptions): Promise<TestKey> {
  const [apiKeyId, secret] = [newId(), randomBytes(32).toString('base64url')];
  await pool.query(
    `INSERT INTO api_keys (id, name, owner_id, secret_hash, operations, agent_ids, created_at, expires_at) VALUES ($1, 'Test key', $2, $3, $4, $5, now() - interval '1 hour', now() + $6 * interval '1 millisecond')`,
    [apiKeyId, owner.userId, sha256(secret), operations, agentIds === 'all' ? null : agentIds, expiresInMs]);
  const text = `rk_${apiKeyId.replaceAll('-', '')}_${secret}`;
  return { kind: 'apiKey', apiKeyId, text, headers: { authorization: `Bearer ${text}` } };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
