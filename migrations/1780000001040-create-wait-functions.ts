import type { MigrationInterface, QueryRunner } from 'typeorm';

/** suspended -> pending, once; a run whose end is stored is not woken any more. The caller holds its row. */
const WAKE = `
CREATE FUNCTION engine_wake(p_run uuid) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  UPDATE runs SET status = 'pending', status_reason = 'queued', pending_since = clock_timestamp(), wake_at = NULL
   WHERE id = p_run AND status = 'suspended' AND pending_end IS NULL
  RETURNING jsonb_build_object('runId', id, 'queue', queue, 'epoch', lease_epoch, 'priority', priority)
$$;`;

/** How a child ended, as its parent sees it; null while it is open. */
const CHILD_END = `
CREATE FUNCTION engine_child_end(p_run uuid) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  SELECT jsonb_build_object('childRunId', id, 'status', status, 'output', output, 'error', error, 'exitReason', exit_reason, 'partial', partial,
           'truncated', truncated, 'cancelReason', CASE WHEN status = 'cancelled' THEN cancel_reason END)
    FROM runs WHERE id = p_run AND finished_at IS NOT NULL
$$;`;

/**
 * Takes what a wait is for and journals it as the step's result, in one commit (I8, I14): a finished step answers with what it has,
 * so a time-out and a late signal are never both delivered. Null: not there yet.
 */
const CONSUME = `
CREATE FUNCTION engine_consume(p_run uuid, p_epoch integer, p_step jsonb, p_wait jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  r runs := engine_fence(p_run, p_epoch);
  s record;
  v_result jsonb;
  v_hash text;
BEGIN
  SELECT coalesce(x.result, convert_from(b.bytes, 'UTF8')::jsonb) INTO v_result FROM run_steps x LEFT JOIN blobs b ON b.hash = x.blob_hash
   WHERE x.run_id = p_run AND x.generation = r.generation AND x.key = p_step ->> 'key' AND x.state = 'done';
  IF FOUND THEN RETURN v_result; END IF;
  CASE p_wait ->> 'kind'
    WHEN 'signal' THEN
      UPDATE signals SET consumed_by_key = p_step ->> 'key', consumed_at = clock_timestamp()
       WHERE id = (SELECT id FROM signals WHERE run_id = p_run AND name = p_wait ->> 'name' AND consumed_at IS NULL ORDER BY id LIMIT 1)
      RETURNING payload INTO s;
      IF FOUND THEN v_result := jsonb_build_object('kind', 'signal', 'payload', s.payload); END IF;
    WHEN 'child' THEN
      v_result := jsonb_build_object('kind', 'child', 'end', engine_child_end((p_wait ->> 'childRunId')::uuid));
      IF v_result -> 'end' = 'null' THEN v_result := NULL; END IF;
    WHEN 'timer' THEN
      IF (p_wait ->> 'at')::timestamptz <= clock_timestamp() THEN v_result := jsonb_build_object('kind', 'timer'); END IF;
  END CASE;
  IF v_result IS NULL THEN RETURN NULL; END IF;
  IF octet_length(v_result::text) > 65536 THEN
    v_hash := encode(sha256(convert_to(v_result::text, 'UTF8')), 'hex');
    INSERT INTO blobs (hash, mime, size, bytes) VALUES (v_hash, 'application/json', octet_length(v_result::text), convert_to(v_result::text, 'UTF8')) ON CONFLICT DO NOTHING;
  END IF;
  PERFORM engine_write_steps(p_run, r.generation, p_epoch, jsonb_build_array(p_step || jsonb_build_object('state', 'done', 'blobHash', v_hash,
    'result', CASE WHEN v_hash IS NULL THEN v_result END)));
  UPDATE runs SET crash_count = 0 WHERE id = p_run AND crash_count > 0;
  RETURN v_result;
END $$;`;

/** The request, its step and its event; asked again on replay it is the same request and nothing more happens. */
const OPEN_REQUEST = `
CREATE FUNCTION engine_open_request(p_run uuid, p_epoch integer, p_step jsonb, p_request jsonb, p_events jsonb) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE r runs := engine_fence(p_run, p_epoch);
BEGIN
  IF r.cancel_requested_at IS NOT NULL THEN RAISE EXCEPTION 'cancelled' USING ERRCODE = 'RS002', DETAIL = coalesce(r.cancel_reason, 'engine_cancelled'); END IF;
  INSERT INTO human_requests (id, run_id, generation, root_run_id, session_id, agent_id, step_key, kind, card, risk, approvers, expires_at)
  VALUES ((p_request ->> 'requestId')::uuid, p_run, r.generation, r.root_run_id, r.session_id, r.agent_id, p_request ->> 'stepKey', p_request ->> 'kind',
    p_request -> 'card', p_request ->> 'risk', p_request ->> 'approvers', least((p_request ->> 'expiresAt')::timestamptz, r.deadline_at))
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM engine_write_steps(p_run, r.generation, p_epoch, jsonb_build_array(p_step));
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, p_events);
  RETURN r.stream_id;
END $$;`;

/** Something a waiting run waits for is there, or its end is due. Read after the run's row is locked, else a wake-up can be lost. */
const READY = `
CREATE FUNCTION engine_ready(p_run uuid) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT EXISTS (SELECT FROM runs r WHERE r.id = p_run AND (r.cancel_requested_at IS NOT NULL OR r.deadline_at <= clock_timestamp() OR r.wake_at <= clock_timestamp()))
      OR EXISTS (SELECT FROM run_waits w JOIN signals s ON s.run_id = w.run_id AND s.name = w.name AND s.consumed_at IS NULL WHERE w.run_id = p_run AND w.kind = 'signal')
      OR EXISTS (SELECT FROM run_waits w JOIN runs c ON c.id = w.name::uuid WHERE w.run_id = p_run AND w.kind = 'child' AND c.finished_at IS NOT NULL)
$$;`;

/**
 * running -> suspended with its waits; then looks again. Signals and ending children take this run's row before they look for waits,
 * so either they see the wait or this function sees them. p_lock = false exists for the test that proves it.
 * p_waits: [{ kind, name, stepKey, at?, reason }].
 */
const SUSPEND = `
CREATE FUNCTION engine_suspend(p_run uuid, p_epoch integer, p_waits jsonb, p_active_ms integer, p_steps jsonb, p_events jsonb, p_lock boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  r runs;
  v_wake jsonb;
  v_events jsonb := p_events;
BEGIN
  IF p_lock THEN r := engine_fence(p_run, p_epoch);
  ELSE SELECT * INTO STRICT r FROM runs WHERE id = p_run AND status = 'running' AND lease_epoch = p_epoch;
  END IF;
  PERFORM engine_write_steps(p_run, r.generation, p_epoch, p_steps);
  DELETE FROM run_waits WHERE run_id = p_run;
  INSERT INTO run_waits (run_id, kind, name, step_key) SELECT p_run, w.kind, w.name, w."stepKey"
    FROM jsonb_to_recordset(p_waits) AS w (kind text, name text, "stepKey" text) ON CONFLICT DO NOTHING;
  UPDATE runs SET status = 'suspended', lease_owner = NULL, lease_expires_at = NULL, budget_used_ms = budget_used_ms + p_active_ms,
    wake_at = (SELECT min(w.at) FROM jsonb_to_recordset(p_waits) AS w (at timestamptz)),
    status_reason = (SELECT w.reason FROM jsonb_to_recordset(p_waits) AS w (reason text) ORDER BY
      array_position('{waiting_human,waiting_operator,waiting_child,waiting_signal,waiting_inbox,waiting_timer}', w.reason) LIMIT 1)
   WHERE id = p_run;
  IF engine_ready(p_run) THEN
    v_wake := engine_wake(p_run);
    SELECT jsonb_agg(e.value ORDER BY e.ordinality) INTO v_events FROM jsonb_array_elements(p_events) WITH ORDINALITY e
     WHERE e.value #>> '{payload,phase}' IS DISTINCT FROM 'suspended';
  END IF;
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, v_events);
  RETURN jsonb_build_object('answer', CASE WHEN v_wake IS NULL THEN 'suspended' ELSE 'ready' END, 'wake', v_wake, 'streamId', r.stream_id);
END $$;`;

/** Stored once per key, under the run's row, and the wait for it ends (I8). */
const SIGNAL = `
CREATE FUNCTION engine_signal(p_run uuid, p_name text, p_payload jsonb, p_key text, p_by jsonb, p_lock boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_status text;
  v_wake jsonb;
BEGIN
  IF p_lock THEN SELECT status INTO v_status FROM runs WHERE id = p_run FOR NO KEY UPDATE;
  ELSE SELECT status INTO v_status FROM runs WHERE id = p_run;
  END IF;
  IF v_status IS NULL THEN RETURN '{"answer": "not_found"}'; END IF;
  IF v_status IN ('completed', 'failed', 'cancelled') THEN RETURN '{"answer": "gone"}'; END IF;
  INSERT INTO signals (run_id, name, payload, idempotency_key, sent_by) VALUES (p_run, p_name, p_payload, p_key, p_by)
  ON CONFLICT (run_id, name, idempotency_key) DO NOTHING;
  IF NOT FOUND THEN RETURN '{"answer": "duplicate"}'; END IF;
  IF v_status = 'suspended' AND EXISTS (SELECT FROM run_waits WHERE run_id = p_run AND kind = 'signal' AND name = p_name) THEN v_wake := engine_wake(p_run); END IF;
  RETURN jsonb_build_object('answer', 'stored', 'wake', v_wake);
END $$;`;

/**
 * pending -> decided or expired: the first wins. Decider and time are stamped here, the answer goes to the run as a signal, and a
 * confirmation leaves its tool_authorization. p_decision null: the request expires (a denial, or a skip). The same decision of the same person under the
 * same key is the one that won, told again.
 */
const RESOLVE = `
CREATE FUNCTION engine_resolve_request(p_request uuid, p_decision jsonb, p_by jsonb, p_key text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  h human_requests;
  r record;
  v_status text;
  v_outcome text;
  v_events jsonb;
  v_signal jsonb;
BEGIN
  SELECT id, root_run_id, stream_id, session_id INTO r FROM runs WHERE id = (SELECT run_id FROM human_requests WHERE id = p_request) FOR NO KEY UPDATE;
  SELECT * INTO h FROM human_requests WHERE id = p_request FOR NO KEY UPDATE;
  IF h.id IS NULL THEN RETURN '{"kind": "not_found"}'; END IF;
  IF h.status <> 'pending' OR (p_decision IS NULL AND coalesce(h.expires_at > clock_timestamp(), true)) THEN
    RETURN jsonb_build_object('kind', CASE WHEN h.status = 'decided' AND h.decision_key = p_key AND h.decided_by = p_by AND h.decision = p_decision THEN 'decided' ELSE 'already_decided' END, 'runId', h.run_id,
      'decision', h.decision, 'decidedBy', h.decided_by, 'decidedAt', h.decided_at, 'status', h.status);
  END IF;
  v_status := CASE WHEN p_decision IS NULL OR h.expires_at <= clock_timestamp() THEN 'expired' ELSE 'decided' END;
  UPDATE human_requests SET status = v_status, decided_at = clock_timestamp(), decision = CASE v_status WHEN 'decided' THEN p_decision END,
    decided_by = CASE v_status WHEN 'decided' THEN p_by END, decision_key = CASE v_status WHEN 'decided' THEN p_key END WHERE id = p_request RETURNING * INTO h;
  v_outcome := CASE WHEN v_status = 'expired' THEN 'expired'
    WHEN h.kind = 'confirmation' THEN CASE WHEN h.decision ->> 'approved' = 'true' THEN CASE WHEN h.decision ? 'arguments' THEN 'modified' ELSE 'approved' END ELSE 'denied' END
    WHEN h.kind IN ('in_doubt', 'nondeterminism') THEN h.decision ->> 'choice'
    WHEN h.decision ->> 'skip' = 'true' THEN 'skipped' ELSE 'answered' END;
  v_events := jsonb_build_array(jsonb_build_object('type', 'await_resolved', 'stepKey', h.step_key, 'dedupKey', 'resolved:' || h.id,
    'payload', jsonb_build_object('requestId', h.id, 'kind', h.kind, 'outcome', v_outcome)));
  IF h.kind = 'confirmation' THEN
    v_events := v_events || jsonb_build_object('type', 'tool_authorization', 'stepKey', h.step_key, 'dedupKey', 'authorization:' || h.id,
      'payload', jsonb_strip_nulls(jsonb_build_object('toolCallId', coalesce(h.card ->> 'toolCallId', ''), 'toolName', coalesce(h.card ->> 'toolName', ''),
        'approved', v_outcome IN ('approved', 'modified'), 'summary', coalesce(h.decision ->> 'comment', v_outcome),
        'approvedBy', CASE WHEN v_outcome IN ('approved', 'modified') THEN concat_ws(':', h.decided_by ->> 'kind',
          coalesce(h.decided_by ->> 'userId', h.decided_by ->> 'apiKeyId', h.decided_by ->> 'name'), h.decided_by ->> 'endUser') END)));
  END IF;
  v_signal := engine_signal(h.run_id, 'request:' || h.id, jsonb_build_object('status', v_status, 'outcome', v_outcome, 'decision', h.decision, 'decidedBy', h.decided_by,
    'decidedAt', h.decided_at), 'resolved', coalesce(h.decided_by, '{"kind": "system", "name": "engine"}'), true);
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, v_events);
  RETURN jsonb_build_object('kind', CASE WHEN v_status = 'expired' AND p_decision IS NOT NULL THEN 'already_decided' ELSE 'decided' END, 'runId', h.run_id, 'decision', h.decision,
    'decidedBy', h.decided_by, 'decidedAt', h.decided_at, 'status', h.status, 'streamId', r.stream_id, 'wake', v_signal -> 'wake');
END $$;`;

/** Waits, signals and questions to people. */
export class CreateWaitFunctions1780000001040 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const sql of [WAKE, CHILD_END, CONSUME, OPEN_REQUEST, READY, SUSPEND, SIGNAL, RESOLVE]) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION engine_resolve_request, engine_signal, engine_suspend, engine_ready, engine_open_request, engine_consume, engine_child_end, engine_wake;`);
  }
}
