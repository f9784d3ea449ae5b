import type pg from 'pg';

/** Invariants of engine.md section 15 that a look at the rows can disprove. Each query names the offenders. */
const OFFENDERS: Record<string, string> = {
  'I1 status, lease and epoch agree': `SELECT id FROM runs WHERE (status = 'running') <> (lease_owner IS NOT NULL) OR (status = 'running' AND lease_epoch = 0)`,
  'I2 an ended run has one terminal event and its stream end last': `
    SELECT r.id FROM runs r WHERE r.finished_at IS NOT NULL AND (
      (SELECT array_agg(e.type || coalesce(e.payload ->> 'phase', '') ORDER BY e.seq) FROM (SELECT * FROM run_events x WHERE x.run_id = r.id ORDER BY seq DESC LIMIT 2) e)
        IS DISTINCT FROM ARRAY['workflow' || r.status, 'run_stream_end']
      OR (SELECT count(*) FROM run_events e WHERE e.run_id = r.id AND e.type = 'workflow' AND e.payload ->> 'phase' IN ('completed', 'failed', 'cancelled')) <> 1)`,
  'I2 an open run has no terminal event': `SELECT r.id FROM runs r JOIN run_events e ON e.run_id = r.id AND e.type = 'run_stream_end' WHERE r.finished_at IS NULL`,
  'I3 numbers are contiguous': `
    SELECT s.stream_id AS id FROM event_streams s LEFT JOIN run_events e USING (stream_id) GROUP BY s.stream_id, s.last_seq
    HAVING count(e.seq) <> s.last_seq OR coalesce(min(e.seq), 1) <> 1 OR coalesce(max(e.seq), 0) <> s.last_seq`,
  'I8 no signal is taken twice': `SELECT run_id AS id FROM signals WHERE consumed_by_key IS NOT NULL GROUP BY run_id, consumed_by_key HAVING count(*) > 1`,
  'I9 one child per spawn': `SELECT parent_run_id AS id FROM runs WHERE parent_run_id IS NOT NULL GROUP BY parent_run_id, parent_step_key HAVING count(*) > 1`,
  'I10 a suspended run waits for something': `
    SELECT r.id FROM runs r WHERE r.status = 'suspended' AND r.wake_at IS NULL AND r.pending_end IS NULL AND NOT EXISTS (SELECT FROM run_waits w WHERE w.run_id = r.id)`,
  'I10 no suspended run waits for what is there': `SELECT id FROM runs WHERE status = 'suspended' AND pending_end IS NULL AND engine_ready(id) AND wake_at IS NULL`,
  'I12 no child outlives its parent': `SELECT c.id FROM runs c JOIN runs p ON p.id = c.parent_run_id WHERE c.deadline_at > p.deadline_at`,
  'I13 nothing of a tree is open after its root': `SELECT c.id FROM runs c JOIN runs p ON p.id = c.parent_run_id WHERE c.finished_at IS NULL AND p.finished_at IS NOT NULL`,
  'I13 an ended run has no open step': `SELECT r.id FROM runs r JOIN run_steps s ON s.run_id = r.id WHERE r.finished_at IS NOT NULL AND s.generation = r.generation AND s.state IN ('accepted', 'intent')`,
  'I17 headcount': `
    SELECT t.root_run_id AS id FROM run_trees t JOIN runs r USING (root_run_id) WHERE r.finished_at IS NULL AND r.slot_state = 'held'
    GROUP BY t.root_run_id, t.max_agents HAVING count(*) > t.max_agents`,
  'I18 spend is the sum of the ledger': `
    SELECT t.root_run_id AS id FROM run_trees t LEFT JOIN usage_ledger l USING (root_run_id) GROUP BY t.root_run_id, t.spent_tokens, t.spent_cost_micros
    HAVING t.spent_tokens <> coalesce(sum(coalesce(l.input_tokens, 0) + coalesce(l.output_tokens, 0)), 0) OR t.spent_cost_micros <> coalesce(sum(l.cost_micros), 0)`,
  'a request is open only while its run is': `SELECT h.id FROM human_requests h JOIN runs r ON r.id = h.run_id WHERE h.status = 'pending' AND r.finished_at IS NOT NULL`,
  'a reply is final exactly when its run is': `
    SELECT m.id FROM messages m JOIN runs r ON r.id = m.run_id WHERE m.turn IS NULL AND m.role = 'assistant' AND (m.status IN ('streaming', 'awaiting_input')) <> (r.finished_at IS NULL)`,
};

/** What is wrong in this database: empty when every invariant holds. */
export async function brokenInvariants(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(OFFENDERS)) {
    const { rows } = await pool.query<{ id: string }>(query);
    if (rows.length > 0) broken.push(`${name}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return broken;
}
