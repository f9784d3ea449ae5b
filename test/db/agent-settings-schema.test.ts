import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';

import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const AGENT = '01980000-0000-7000-8000-000000000001';
const OTHER_AGENT = '01980000-0000-7000-8000-000000000002';
const PUBLISHED = '01980000-0000-7000-8000-000000000011';
const CANDIDATE = '01980000-0000-7000-8000-000000000012';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = database.pool();
  for (const [id, slug] of [[AGENT, 'faq'], [OTHER_AGENT, 'other']]) {
    await pool.query(`INSERT INTO agent_settings (id, slug, name, draft, draft_hash, created_by) VALUES ($1, $2, $2, '{}', 'h', '{}')`, [id, slug]);
  }
  await pool.query(
    `INSERT INTO agent_revisions (id, agent_id, number, kind, content, content_hash, created_by) VALUES ($1, $3, 1, 'published', '{"a":1}', 'h1', '{}'), ($2, $3, NULL, 'candidate', '{"a":2}', 'h2', '{}')`,
    [PUBLISHED, CANDIDATE, AGENT],
  );
  await pool.query(`INSERT INTO agent_publications (id, agent_id, action, revision_id, published_by) VALUES ($1, $2, 'publish', $3, '{}')`, [CANDIDATE, AGENT, PUBLISHED]);
});
afterAll(() => database.drop());

it('AC-C19 refuses every change of a revision, and its removal unless it is an unpublished candidate', async () => {
  await expect(pool.query(`UPDATE agent_revisions SET note = 'x' WHERE id = $1`, [PUBLISHED])).rejects.toThrow('insert-only');
  await expect(pool.query(`UPDATE agent_revisions SET content = '{}' WHERE id = $1`, [CANDIDATE])).rejects.toThrow('insert-only');
  await expect(pool.query('DELETE FROM agent_revisions WHERE id = $1', [PUBLISHED])).rejects.toThrow('insert-only');
  await expect(pool.query('TRUNCATE agent_revisions CASCADE')).rejects.toThrow(/insert-only|append-only/);
  const purged = await pool.query('DELETE FROM agent_revisions WHERE id = $1', [CANDIDATE]);
  expect(purged.rowCount).toBe(1);
});

it('S22 refuses every change of the publication log', async () => {
  await expect(pool.query(`UPDATE agent_publications SET note = 'x'`)).rejects.toThrow('append-only');
  await expect(pool.query('DELETE FROM agent_publications')).rejects.toThrow('append-only');
  await expect(pool.query('TRUNCATE agent_publications')).rejects.toThrow('append-only');
});

it('never lets the live pointer name a revision of another agent', async () => {
  await expect(pool.query('UPDATE agent_settings SET published_revision_id = $1 WHERE id = $2', [PUBLISHED, OTHER_AGENT])).rejects.toThrow('agent_settings_published_revision');
});

it('gives a revision number to published content only, once per agent', async () => {
  const insert = (number: number | null, kind: string) => pool.query(
    `INSERT INTO agent_revisions (id, agent_id, number, kind, content, content_hash, created_by) VALUES (gen_random_uuid(), $1, $2, $3, '{}', 'h9', '{}')`,
    [AGENT, number, kind],
  );
  await expect(insert(1, 'published')).rejects.toThrow('agent_revisions_agent_id_number_key');
  await expect(insert(null, 'published')).rejects.toThrow('check');
  await expect(insert(5, 'candidate')).rejects.toThrow('check');
});
