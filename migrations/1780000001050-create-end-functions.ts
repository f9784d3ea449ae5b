import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Locks everything an end may touch, in the one order of all commands: the tree, then the run, its open descendants and its ancestors by id.
 * An ended run has no open descendant. No sequential scans: a connection keeps the plan it made while the tables were small.
 * p_skip: gives up (false) when someone else works on the tree.
 */
const LOCK_FAMILY = `
CREATE FUNCTION engine_lock_family(p_run uuid, p_skip boolean DEFAULT false) RETURNS boolean LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_root uuid;
  v_up uuid;
  v_down uuid[] := ARRAY[p_run];
  v_ids uuid[] := ARRAY[p_run];
BEGIN
  SELECT root_run_id INTO v_root FROM runs WHERE id = p_run;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_skip THEN PERFORM FROM run_trees WHERE root_run_id = v_root FOR NO KEY UPDATE SKIP LOCKED;
  ELSE PERFORM FROM run_trees WHERE root_run_id = v_root FOR NO KEY UPDATE;
  END IF;
  IF NOT FOUND THEN RETURN false; END IF;
  LOOP
    SELECT array_agg(id) INTO v_down FROM runs WHERE parent_run_id = ANY (v_down) AND finished_at IS NULL;
    EXIT WHEN v_down IS NULL;
    v_ids := v_ids || v_down;
  END LOOP;
  SELECT parent_run_id INTO v_up FROM runs WHERE id = p_run;
  WHILE v_up IS NOT NULL LOOP
    v_ids := v_ids || v_up;
    SELECT parent_run_id INTO v_up FROM runs WHERE id = v_up;
  END LOOP;
  PERFORM FROM runs WHERE id = ANY (v_ids) ORDER BY id FOR NO KEY UPDATE;
  RETURN true;
END $$;`;

/** Partial text of model calls that the end cuts off: kept as the events a reader folds. Needs the chunks of the last attempt. */
const PARTIAL_TURNS = `
CREATE FUNCTION engine_partial_turns(p_run uuid, p_generation integer) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  WITH cut AS (
    SELECT s.key, s.ordinal, string_agg(c.text, '' ORDER BY c.idx) AS text
      FROM run_steps s JOIN run_chunks c ON c.run_id = s.run_id AND c.step_key = s.key AND c.attempt = s.attempts AND c.kind = 'text'
     WHERE s.run_id = p_run AND s.generation = p_generation AND s.kind = 'llm' AND s.state = 'intent'
       AND NOT EXISTS (SELECT FROM run_events e WHERE e.run_id = p_run AND e.root_run_id = (SELECT root_run_id FROM runs WHERE id = p_run)
                          AND e.type = 'assistant_turn' AND e.step_key = s.key)
     GROUP BY s.key, s.ordinal
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('type', 'assistant_turn', 'stepKey', key, 'dedupKey', 'partial:' || key, 'payload', jsonb_build_object(
      'turn', coalesce(substring(key FROM '^t(\\d+)/')::integer, 0), 'text', text, 'final', false, 'finishReason', 'aborted', 'stepKey', key,
      'blocks', jsonb_build_array(jsonb_build_object('type', 'text', 'id', 'partial', 'text', text)))) ORDER BY ordinal), '[]') FROM cut
$$;`;

/** Calls of the run that nobody answered any more: each gets its tool_start and tool_end, so that every accepted call has both. p_code: `interrupted` by a failure, `cancelled` by a stop. */
const CALL_STUBS = `
CREATE FUNCTION engine_call_stubs(p_run uuid, p_root uuid, p_code text) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  WITH events AS MATERIALIZED (
    SELECT seq, type, payload FROM run_events WHERE root_run_id = p_root AND run_id = p_run AND type IN ('assistant_turn', 'tool_start', 'tool_end')
  ), calls AS (
    SELECT b.value ->> 'toolCallId' AS id, b.value ->> 'toolName' AS name, b.value -> 'input' AS input, false AS started, e.seq, b.ordinality AS nth, e.payload -> 'turn' AS turn
      FROM events e, jsonb_array_elements(e.payload -> 'blocks') WITH ORDINALITY b
     WHERE e.type = 'assistant_turn' AND b.value ->> 'type' = 'tool_call' AND NOT b.value ? 'providerExecuted'
    UNION ALL
    SELECT payload ->> 'toolCallId', payload ->> 'toolName', payload -> 'payload', true, seq, 0, NULL FROM events WHERE type = 'tool_start'
  ), open AS (
    SELECT id, min(name) AS name, (array_agg(input ORDER BY started))[1] AS input, bool_or(started) AS started, min(seq) AS seq, max(nth) AS nth, (array_agg(turn ORDER BY started))[1] AS turn
      FROM calls WHERE id NOT IN (SELECT payload ->> 'toolCallId' FROM events WHERE type = 'tool_end') GROUP BY id
  ), stubs AS (
    SELECT seq, nth, 0 AS part, jsonb_build_object('type', 'tool_start', 'dedupKey', 'start:' || id, 'payload',
        jsonb_strip_nulls(jsonb_build_object('toolCallId', id, 'toolName', name, 'title', name, 'turn', turn)) || jsonb_build_object('payload', coalesce(input, '{}'))) AS event
      FROM open WHERE NOT started
    UNION ALL
    SELECT seq, nth, 1, jsonb_build_object('type', 'tool_end', 'dedupKey', 'end:' || id, 'payload', jsonb_strip_nulls(jsonb_build_object('toolCallId', id, 'toolName', name,
        'skipped', CASE WHEN NOT started THEN true END, 'durationMs', 0,
        'failure', jsonb_build_object('kind', p_code, 'message', 'The run ended before this call finished.'))))
      FROM open
  ) SELECT coalesce(jsonb_agg(event ORDER BY seq, nth, part), '[]') FROM stubs
$$;`;

/**
 * The one way a run ends (I2, N3): open steps, questions and calls are closed, the terminal event and run_stream_end are its last ones, the outcome is
 * stored and the parent woken once, all in one commit. No open descendant may be left; the caller holds the family's rows.
 * p_end: { status, output?, error?, partial?, exitReason?, truncated?, cancelReason?, events? }.
 */
const TERMINATE = `
CREATE FUNCTION engine_terminate(p_run uuid, p_end jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r runs;
  p runs;
  v_status text := p_end ->> 'status';
  v_reason text;
  v_count integer;
BEGIN
  SELECT * INTO r FROM runs WHERE id = p_run;
  IF r.finished_at IS NOT NULL THEN RETURN; END IF;
  v_reason := CASE v_status WHEN 'cancelled' THEN coalesce(r.cancel_reason, p_end ->> 'cancelReason', 'engine_cancelled') END;
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, p_end -> 'events');
  IF v_status <> 'completed' OR EXISTS (SELECT FROM run_steps WHERE run_id = p_run AND generation = r.generation AND state IN ('accepted', 'intent')) THEN
    PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, engine_partial_turns(p_run, r.generation));
    PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, engine_call_stubs(p_run, r.root_run_id,
      CASE WHEN v_status = 'cancelled' OR p_end #>> '{error,code}' = 'deadline_exceeded' THEN 'cancelled' ELSE 'interrupted' END));
    UPDATE run_steps SET state = 'aborted', done_at = clock_timestamp() WHERE run_id = p_run AND generation = r.generation AND state IN ('accepted', 'intent');
  END IF;
  WITH closed AS (
    UPDATE human_requests SET status = 'cancelled', decided_at = clock_timestamp() WHERE run_id = p_run AND status = 'pending' RETURNING id, kind, step_key, created_at
  ) SELECT engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, jsonb_agg(jsonb_build_object('type', 'await_resolved', 'stepKey', step_key, 'dedupKey', 'resolved:' || id,
      'payload', jsonb_build_object('requestId', id, 'kind', kind, 'outcome', 'cancelled')) ORDER BY created_at, id)) INTO v_count FROM closed HAVING count(*) > 0;
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, jsonb_build_array(
    jsonb_build_object('type', 'workflow', 'dedupKey', 'terminal', 'payload', jsonb_strip_nulls(jsonb_build_object('phase', v_status, 'status', v_status,
      'exitReason', p_end ->> 'exitReason', 'truncated', CASE WHEN (p_end ->> 'truncated')::boolean THEN true END,
      'failure', CASE v_status WHEN 'failed' THEN jsonb_build_object('kind', coalesce(p_end #>> '{error,code}', 'internal'), 'message', coalesce(p_end #>> '{error,message}', 'The run failed.'), 'retryable', p_end #> '{error,retryable}') END,
      'cancellation', CASE v_status WHEN 'cancelled' THEN jsonb_build_object('reason', v_reason) END))),
    jsonb_build_object('type', 'run_stream_end', 'dedupKey', 'stream_end', 'payload', '{}'::jsonb)));
  DELETE FROM run_waits WHERE run_id = p_run;
  UPDATE runs SET status = v_status, status_reason = NULL, output = p_end -> 'output', error = nullif(p_end -> 'error', 'null'), partial = p_end -> 'partial',
    exit_reason = p_end ->> 'exitReason', truncated = coalesce((p_end ->> 'truncated')::boolean, false), cancel_reason = coalesce(v_reason, cancel_reason),
    lease_owner = NULL, lease_expires_at = NULL, wake_at = NULL, pending_since = NULL, pending_end = NULL, finished_at = clock_timestamp()
   WHERE id = p_run;
  IF r.parent_run_id IS NULL THEN RETURN; END IF;
  SELECT * INTO p FROM runs WHERE id = r.parent_run_id;
  IF p.pending_end IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM runs WHERE parent_run_id = p.id AND finished_at IS NULL) THEN PERFORM engine_terminate(p.id, p.pending_end); END IF;
  ELSIF EXISTS (SELECT FROM run_waits WHERE run_id = p.id AND kind = 'child' AND name = p_run::text) THEN
    PERFORM engine_wake(p.id);
  END IF;
END $$;`;

/** Children first: what waits below a run ends at once, what runs there is told (p_force: ends too). Deepest first, so nothing of a tree follows its parent's end. */
const END_DESCENDANTS = `
CREATE FUNCTION engine_end_descendants(p_run uuid, p_force boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid;
  d record;
BEGIN
  FOR v_id IN
    WITH RECURSIVE down AS (
      SELECT id, depth FROM runs WHERE parent_run_id = p_run AND finished_at IS NULL
      UNION ALL SELECT c.id, c.depth FROM down, LATERAL (SELECT x.id, x.depth FROM runs x WHERE x.parent_run_id = down.id AND x.finished_at IS NULL OFFSET 0) c
    ) SELECT id FROM down ORDER BY depth DESC, id
  LOOP
    UPDATE runs SET cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()), cancel_reason = coalesce(cancel_reason, 'parent_cancelled')
     WHERE id = v_id AND finished_at IS NULL RETURNING status, pending_end INTO d;
    CONTINUE WHEN NOT FOUND OR (d.status = 'running' AND NOT p_force) OR (d.pending_end IS NOT NULL AND NOT p_force);
    PERFORM engine_settle(v_id, coalesce(d.pending_end, '{"status": "cancelled"}'));
  END LOOP;
END $$;`;

/** Ends the run now, or, while a descendant runs on, stores the outcome for the last of them to commit; after 30 s the sweeper does. */
const SETTLE = `
CREATE FUNCTION engine_settle(p_run uuid, p_end jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM runs WHERE parent_run_id = p_run AND finished_at IS NULL) THEN
    UPDATE runs SET status = 'suspended', status_reason = 'waiting_child', lease_owner = NULL, lease_expires_at = NULL, pending_since = NULL,
      pending_end = p_end, wake_at = clock_timestamp() + interval '30 seconds' WHERE id = p_run;
  ELSE
    PERFORM engine_terminate(p_run, p_end);
  END IF;
END $$;`;

/** What the caller must do with a tree after its command: answer a reply that is complete, ring, push. */
const OUTCOME = `
CREATE FUNCTION engine_outcome(p_run uuid) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  SELECT jsonb_build_object('status', r.status, 'rootRunId', t.id, 'streamId', t.stream_id,
    'replyId', CASE WHEN t.finished_at IS NOT NULL THEN (SELECT m.id FROM messages m WHERE m.run_id = t.id AND m.turn IS NULL AND m.role = 'assistant'
       AND m.status IN ('streaming', 'awaiting_input')) END,
    'wakes', coalesce((SELECT jsonb_agg(jsonb_build_object('runId', w.id, 'queue', w.queue, 'epoch', w.lease_epoch, 'priority', w.priority))
       FROM runs w WHERE w.root_run_id = t.id AND w.status = 'pending' AND w.pending_since >= now()), '[]'),
    'cancelling', coalesce((SELECT jsonb_agg(c.id) FROM runs c WHERE c.root_run_id = t.id AND c.status = 'running' AND c.cancel_requested_at >= now()), '[]'))
  FROM runs r JOIN runs t ON t.id = r.root_run_id WHERE r.id = p_run
$$;`;

/** A driver's end: fenced; children first. */
const END = `
CREATE FUNCTION engine_end(p_run uuid, p_epoch integer, p_end jsonb, p_active_ms integer) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM engine_lock_family(p_run);
  PERFORM engine_fence(p_run, p_epoch);
  UPDATE runs SET budget_used_ms = budget_used_ms + p_active_ms WHERE id = p_run AND p_active_ms > 0;
  PERFORM engine_end_descendants(p_run, false);
  PERFORM engine_settle(p_run, p_end);
  RETURN engine_outcome(p_run);
END $$;`;

/** The first reason stays; cancelling again or late changes nothing. */
const CANCEL = `
CREATE FUNCTION engine_cancel(p_run uuid, p_reason text, p_by jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  IF NOT engine_lock_family(p_run) THEN RETURN NULL; END IF;
  UPDATE runs SET cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()), cancel_reason = coalesce(cancel_reason, p_reason),
    cancelled_by = CASE WHEN cancel_requested_at IS NULL THEN p_by ELSE cancelled_by END
   WHERE id = p_run AND finished_at IS NULL RETURNING status, pending_end INTO r;
  IF FOUND THEN
    PERFORM engine_end_descendants(p_run, false);
    IF r.status <> 'running' AND r.pending_end IS NULL THEN PERFORM engine_settle(p_run, '{"status": "cancelled"}'); END IF;
  END IF;
  RETURN engine_outcome(p_run);
END $$;`;

/** Ends of runs: terminal commit, cascade, cancel. */
export class CreateEndFunctions1780000001050 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const sql of [LOCK_FAMILY, PARTIAL_TURNS, CALL_STUBS, TERMINATE, SETTLE, END_DESCENDANTS, OUTCOME, END, CANCEL]) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION engine_cancel, engine_end, engine_outcome, engine_settle, engine_end_descendants, engine_terminate, engine_call_stubs,
      engine_partial_turns, engine_lock_family;`);
  }
}
