import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { APP_DATABASE, APP_ROLE, readCluster } from '../../apps/api/src/database/embedded/cluster.ts';

/** Rows as they are, with new ids; the messages belong to no run any more, because a run has one reply. */
const COPY = `
WITH original AS (SELECT id FROM threads WHERE client_key = $1),
copies AS MATERIALIZED (SELECT gen_random_uuid() AS id FROM generate_series(1, $2)),
copied_sessions AS (INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('id', c.id))).* FROM copies c, sessions s WHERE s.id = (SELECT id FROM original)),
copied_threads AS (INSERT INTO threads SELECT (jsonb_populate_record(t, jsonb_build_object('id', c.id, 'client_key', NULL))).* FROM copies c, threads t WHERE t.id = (SELECT id FROM original)),
copied_messages AS (
  INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'session_id', c.id, 'run_id', NULL))).* FROM copies c, messages m
  WHERE m.session_id = (SELECT id FROM original))
SELECT id FROM copies`;

/** As many conversations like this one, without the time it takes to hold them. Returns their ids. */
export async function copyConversation(databaseUrl: string, { clientKey, count }: { clientKey: string; count: number }): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(COPY, [clientKey, count]);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Of the embedded server in a data folder: its process and how to reach it. */
export async function embeddedServerIn(dataDir: string): Promise<{ pid: number; url: string }> {
  const [pid, , , port] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(pid), url: `postgres://${APP_ROLE}:${readCluster(dataDir).passwords.app}@127.0.0.1:${port}/${APP_DATABASE}` };
}
