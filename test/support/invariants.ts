import type pg from 'pg';

/** Each query returns the rows that break the invariant (engine.md section 15). */
const INVARIANTS: Record<string, string> = {
  'I1 status, lease and epoch agree': `
    SELECT id, status, lease_owner FROM runs WHERE (status = 'running') <> (lease_owner IS NOT NULL) OR (status IN ('completed', 'failed', 'cancelled')) <> (finished_at IS NOT NULL)`,
  'I2 one terminal event, and run_stream_end last': `
    SELECT r.id FROM runs r WHERE r.finished_at IS NOT NULL AND (
      (SELECT count(*) FROM run_events e WHERE e.run_id = r.id AND e.type = 'workflow' AND e.payload ->> 'phase' IN ('completed', 'failed', 'cancelled')) <> 1
      OR (SELECT e.type FROM run_events e WHERE e.run_id = r.id ORDER BY e.seq DESC LIMIT 1) <> 'run_stream_end')
    UNION ALL SELECT e.run_id FROM run_events e JOIN runs r ON r.id = e.run_id WHERE r.finished_at IS NULL AND e.type = 'run_stream_end'`,
  'I3 numbers of a stream are contiguous': `
    SELECT s.stream_id FROM event_streams s LEFT JOIN run_events e USING (stream_id) GROUP BY s.stream_id, s.last_seq
    HAVING count(e.seq) <> s.last_seq OR coalesce(max(e.seq), 0) <> s.last_seq OR coalesce(min(e.seq), 1) <> 1`,
  'I4 a finished step never runs again': `
    SELECT l.key FROM effect_ledger l JOIN run_steps s ON l.key = s.run_id || '/' || s.generation || '/' || s.key WHERE s.state = 'done' AND l.at > s.done_at`,
  'I5 an effect that is not idempotent happens at most once per key': `
    SELECT key, count(*) FROM effect_ledger WHERE kind = 'once' GROUP BY key HAVING count(*) > 1`,
  'I6 repeated effects share their key': `
    SELECT l.key FROM effect_ledger l JOIN runs r ON r.id = l.run_id AND r.status = 'completed' WHERE l.kind <> 'model' AND NOT EXISTS (SELECT FROM run_steps s WHERE l.key = s.run_id || '/' || s.generation || '/' || s.key)`,
  'I7 nothing is written under an old epoch': `
    SELECT a.run_id, a.key FROM run_steps a JOIN run_steps b ON b.run_id = a.run_id AND b.epoch > a.epoch AND b.done_at < a.done_at WHERE a.state IN ('done', 'failed') AND b.state IN ('done', 'failed')
    UNION ALL SELECT s.run_id, s.key FROM run_steps s JOIN runs r ON r.id = s.run_id WHERE s.epoch > r.lease_epoch`,
  'I8 no signal is lost or consumed twice': `
    SELECT s.run_id, s.name FROM signals s JOIN runs r ON r.id = s.run_id WHERE r.status = 'completed' AND s.consumed_at IS NULL
    UNION ALL SELECT run_id, consumed_by_key FROM signals WHERE consumed_by_key IS NOT NULL GROUP BY run_id, consumed_by_key HAVING count(*) > 1`,
  'I9 one child per spawn, and no open child of a finished run': `
    SELECT parent_run_id, parent_step_key FROM runs WHERE parent_run_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1
    UNION ALL SELECT c.id, c.status FROM runs c JOIN runs p ON p.id = c.parent_run_id WHERE p.finished_at IS NOT NULL AND c.finished_at IS NULL`,
  'I10 every open run goes on or waits for something': `
    SELECT r.id FROM runs r WHERE r.status = 'suspended' AND r.wake_at IS NULL AND NOT EXISTS (SELECT FROM run_waits w WHERE w.run_id = r.id)`,
  'I12 the deadline is absolute': `SELECT id FROM runs WHERE finished_at > deadline_at + interval '15 seconds' OR (finished_at IS NULL AND now() > deadline_at + interval '15 seconds')`,
  'I13 no intent after an observed cancel': `
    SELECT s.run_id, s.key FROM run_steps s JOIN runs r ON r.id = s.run_id WHERE s.intent_at > r.cancel_requested_at AND r.status = 'cancelled'`,
  'I14 a timeout and its late reply are never both delivered': `
    SELECT e.run_id FROM run_events e JOIN run_steps s ON s.run_id = e.run_id AND s.key = e.payload ->> 'stepKey' WHERE e.type = 'late_reply' AND s.result ->> 'kind' <> 'timed_out'`,
  'one tool_start and one tool_end per call': `
    SELECT run_id, payload ->> 'toolCallId', type, count(*) FROM run_events WHERE type IN ('tool_start', 'tool_end') GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  'I18 spend is counted once': `
    SELECT t.root_run_id FROM run_trees t LEFT JOIN usage_ledger u USING (root_run_id) GROUP BY t.root_run_id, t.spent_cost_micros HAVING coalesce(sum(u.cost_micros), 0) <> t.spent_cost_micros`,
};

/** What is broken, by invariant; empty when all hold. Needs the effect ledger's table. */
export async function brokenInvariants(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken[name] = rows;
  }
  return broken;
}
