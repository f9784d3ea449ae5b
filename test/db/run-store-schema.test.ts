import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { runDraft } from '../../libs/agents/src/testing/run-draft.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => { database = await openTestDatabase(); });
afterAll(() => database.drop());

/** Section 10 of the engine's specification, with the counters in `event_streams` (one sequence per stream). */
const COLUMNS: Record<string, string> = {
  sessions: 'id, kind, status, last_message_seq, created_at, ended_at?',
  event_streams: 'stream_id, last_seq, created_at',
  run_trees: `root_run_id, max_agents, allow_preempt, max_depth, max_tokens?, max_cost_micros?, max_turns?, deadline_at, spent_tokens, spent_cost_micros, spent_turns,
    reserved_tokens, reserved_cost_micros, lost_attempts, tainted, fair_key, created_at`,
  runs: `id, root_run_id, parent_run_id?, parent_step_key?, parent_tool_call_id?, turn_id, depth, address, agent_key, agent_revision_id?, definition_hash?,
    configuration_hash?, overrides?, code_version, queue, kind, interactive, session_id?, principal, priority, slot_state, status, status_reason?, input, boot?, state?, generation,
    output?, exit_reason?, error?, labels, reply_to_run_id?, reply_correlation_id?, pending_end?, lease_epoch, lease_owner?, lease_expires_at?, attempt, crash_count, crash_total,
    retry_count, max_retries, wake_at?, pending_since?, deadline_at, time_budget_ms?, budget_used_ms, cancel_requested_at?, cancel_reason?, cancelled_by?, preempt_requested_at?,
    idempotency_scope?, idempotency_key?, start_digest, trace_parent?, created_at, started_at?, finished_at?, agent_id, agent_name, ancestry, stream_id`,
  run_steps: 'run_id, generation, key, ordinal, kind, args_digest, state, idempotent, attempts, result?, blob_hash?, error?, usage?, epoch, intent_at?, done_at?',
  run_events: 'stream_id, seq, run_id, session_id?, type, payload, step_key?, dedup_key?, created_at',
  run_chunks: 'run_id, step_key, attempt, idx, char_offset, text, created_at',
  run_waits: 'run_id, kind, name, step_key',
  signals: 'id, run_id, name, payload, idempotency_key?, sent_by, created_at, consumed_by_key?, consumed_at?',
  human_requests: `id, run_id, generation, root_run_id, session_id?, agent_id, step_key, kind, card, risk?, approvers, status, decision?, decided_by?, decided_at?, assigned_to?,
    expires_at?, created_at`,
  messages: `id, session_id?, seq?, run_id?, turn?, idx?, role, status, parts, agent_key?, agent_revision_id?, configuration_hash?, client_id?, model?, finish_reason?, usage?, error?,
    created_at, deleted_at?`,
  blobs: 'hash, mime, size, bytes, created_at',
  usage_ledger: `id, run_id?, root_run_id?, generation?, step_key?, attempt, purpose, agent_key, agent_revision_id?, principal, schedule_id?, model, input_tokens?, output_tokens?,
    cache_read_tokens?, cache_write_tokens?, cost_micros?, source, created_at`,
};

it.each(Object.keys(COLUMNS))('AC-E1 has the table %s with its columns', async (table) => {
  const { rows } = await database.pool().query<{ name: string }>(
    `SELECT column_name || CASE is_nullable WHEN 'YES' THEN '?' ELSE '' END AS name FROM information_schema.columns WHERE table_name = $1`, [table]);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(COLUMNS[table]!.split(/,\s*/)));
});

it('AC-E1 has the partial indexes and keys that guard a run', async () => {
  const { rows } = await database.pool().query<{ indexdef: string }>(`SELECT indexdef FROM pg_indexes WHERE tablename = 'runs'`);
  const definitions = rows.map(({ indexdef }) => indexdef.replace(/^.* USING btree /, ''));
  for (const part of [/^\(parent_run_id, parent_step_key\)/, /^\(parent_run_id, parent_tool_call_id\)/, /^\(idempotency_scope, idempotency_key\)/, /^\(session_id\) WHERE/, /^\(address\) WHERE/,
    /^\(queue, .*created_at\) WHERE .*pending/, /^\(wake_at\) WHERE .*suspended/, /^\(lease_expires_at\) WHERE .*running/, /^\(deadline_at\) WHERE/, /^\(root_run_id, status\)/, /^\(address, status\)/]) {
    expect(definitions).toContainEqual(expect.stringMatching(part));
  }
});

it('AC-E1 keeps a run from being running without owner, or owned without running', async () => {
  const { runId } = await new PostgresRunStore({ pool: database.pool() }).create(runDraft());
  await expect(database.pool().query(`UPDATE runs SET status = 'running', pending_since = NULL WHERE id = $1`, [runId])).rejects.toThrow(/runs_lease_owner/);
  await expect(database.pool().query(`UPDATE runs SET lease_owner = 'x', lease_expires_at = now() WHERE id = $1`, [runId])).rejects.toThrow(/runs_lease_owner/);
});

it('refuses to change or delete an event, except by a purge', async () => {
  const pool = database.pool();
  const { runId } = await new PostgresRunStore({ pool }).create(runDraft());
  for (const statement of [`UPDATE run_events SET type = 'x'`, 'DELETE FROM run_events', 'TRUNCATE run_events']) await expect(pool.query(statement)).rejects.toThrow(/insert-only/);
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SET LOCAL roster.purge = on');
  expect((await client.query('DELETE FROM run_events WHERE run_id = $1', [runId])).rowCount).toBe(1);
  await client.query('ROLLBACK');
  client.release();
});
