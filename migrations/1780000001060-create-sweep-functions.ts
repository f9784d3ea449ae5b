import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The owner gives the run back: retryLater (p_error) counts a run retry, release does not; neither counts a crash.
 * With a delay the run sleeps until then, without one (or once a cancel is known) it is claimable at once.
 */
const YIELD = `
CREATE FUNCTION engine_yield(p_run uuid, p_epoch integer, p_reason text, p_delay_ms bigint, p_error jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  r runs := engine_fence(p_run, p_epoch);
  v_sleeps boolean := p_delay_ms > 0 AND r.cancel_requested_at IS NULL;
BEGIN
  UPDATE runs SET status = CASE WHEN v_sleeps THEN 'suspended' ELSE 'pending' END, status_reason = p_reason, lease_owner = NULL, lease_expires_at = NULL,
    wake_at = CASE WHEN v_sleeps THEN clock_timestamp() + p_delay_ms * interval '1 millisecond' END,
    pending_since = CASE WHEN NOT v_sleeps THEN clock_timestamp() END, retry_count = retry_count + (p_error IS NOT NULL)::integer
   WHERE id = p_run;
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, jsonb_build_array(jsonb_build_object('type', 'workflow', 'dedupKey', 'yield:' || p_epoch,
    'payload', jsonb_strip_nulls(jsonb_build_object('phase', 'queued', 'status', CASE WHEN v_sleeps THEN 'suspended' ELSE 'pending' END, 'waitingFor', p_reason,
      'failure', CASE WHEN p_error IS NOT NULL THEN jsonb_build_object('kind', p_error -> 'code', 'message', p_error -> 'message', 'retryable', true) END)))));
  RETURN jsonb_build_object('streamId', r.stream_id,
    'wake', CASE WHEN NOT v_sleeps THEN jsonb_build_object('runId', r.id, 'queue', r.queue, 'epoch', r.lease_epoch, 'priority', r.priority) END);
END $$;`;

/**
 * Model calls that died with their process: paid for, so an estimated ledger row each, from the facts of the intent ({ model, purpose, inputTokens, costMicros }).
 * Without a model in the facts the next driver can estimate better than this function, so it bills those only when there is none (p_final).
 */
const BILL_LOST = `
CREATE FUNCTION engine_bill_lost(r runs, p_final boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_lost jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('id', engine_new_id(), 'stepKey', s.key, 'attempt', s.attempts, 'purpose', coalesce(s.facts ->> 'purpose', 'turn'),
           'model', coalesce(s.facts ->> 'model', 'unknown'), 'usage', jsonb_build_object('inputTokens', s.facts -> 'inputTokens'),
           'costMicros', s.facts -> 'costMicros', 'source', 'estimated')) INTO v_lost
    FROM run_steps s
   WHERE s.run_id = r.id AND s.generation = r.generation AND s.kind = 'llm' AND s.state = 'intent' AND (p_final OR s.facts ? 'model')
     AND NOT EXISTS (SELECT FROM usage_ledger l WHERE l.run_id = s.run_id AND l.generation = s.generation AND l.step_key = s.key AND l.attempt = s.attempts);
  IF v_lost IS NULL THEN RETURN; END IF;
  PERFORM engine_bill(r.id, v_lost);
  UPDATE run_trees SET lost_attempts = lost_attempts + jsonb_array_length(v_lost) WHERE root_run_id = r.root_run_id;
END $$;`;

/** One more crash: 5 without progress or 20 in all end the run; the first is retried at once, later ones after 1 s, 2 s, 4 s. */
const CRASH = `
CREATE FUNCTION engine_crash(p_run uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r runs;
BEGIN
  UPDATE runs SET crash_count = crash_count + 1, crash_total = crash_total + 1 WHERE id = p_run RETURNING * INTO r;
  IF r.crash_count >= 5 OR r.crash_total >= 20 THEN
    PERFORM engine_bill_lost(r, true);
    PERFORM engine_end_descendants(p_run, false);
    PERFORM engine_settle(p_run, '{"status": "failed", "exitReason": "error", "error": {"code": "crash_loop", "message": "The run made its process crash again and again.", "retryable": false}}');
    RETURN 'crashLoops';
  END IF;
  UPDATE runs SET status = CASE WHEN r.crash_count = 1 THEN 'pending' ELSE 'suspended' END, status_reason = 'retry', lease_owner = NULL, lease_expires_at = NULL,
    pending_since = CASE WHEN r.crash_count = 1 THEN clock_timestamp() END,
    wake_at = CASE WHEN r.crash_count > 1 THEN clock_timestamp() + interval '1 second' * 2 ^ (r.crash_count - 2) END WHERE id = p_run;
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, jsonb_build_array(jsonb_build_object('type', 'workflow', 'dedupKey', 'crash:' || r.lease_epoch,
    'payload', jsonb_build_object('phase', 'queued', 'status', CASE WHEN r.crash_count = 1 THEN 'pending' ELSE 'suspended' END, 'waitingFor', 'retry'))));
  RETURN 'expiredLeases';
END $$;`;

/**
 * What the sweeper does for one run, decided again under the locks of its tree (skipped when someone else holds them):
 * a stored end whose children outlived 30 s, a passed deadline (a living owner has 10 s to obey), a cancel without living owner (30 s), a dead lease.
 */
const REPAIR = `
CREATE FUNCTION engine_repair(p_run uuid, p_lease_ms integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  r runs;
  v_now timestamptz := clock_timestamp();
  v_dead boolean;
  v_what text;
BEGIN
  IF NOT engine_lock_family(p_run, true) THEN RETURN NULL; END IF;
  SELECT * INTO r FROM runs WHERE id = p_run;
  IF r.finished_at IS NOT NULL THEN RETURN NULL; END IF;
  v_dead := r.status = 'running' AND (r.lease_expires_at <= v_now OR r.lease_expires_at > v_now + 2 * p_lease_ms * interval '1 millisecond');
  IF v_dead THEN PERFORM engine_bill_lost(r, r.deadline_at <= v_now OR r.cancel_requested_at IS NOT NULL); END IF;
  IF r.pending_end IS NOT NULL THEN
    IF r.wake_at > v_now THEN RETURN NULL; END IF;
    PERFORM engine_end_descendants(p_run, true);
    PERFORM engine_settle(p_run, r.pending_end);
    v_what := 'cancels';
  ELSIF r.deadline_at <= v_now AND (r.status <> 'running' OR v_dead OR r.deadline_at <= v_now - interval '10 seconds') THEN
    PERFORM engine_end_descendants(p_run, r.deadline_at <= v_now - interval '10 seconds');
    PERFORM engine_settle(p_run, '{"status": "failed", "exitReason": "deadline", "error": {"code": "deadline_exceeded", "message": "The run passed its deadline.", "retryable": false}}');
    v_what := 'deadlines';
  ELSIF r.cancel_requested_at IS NOT NULL AND (r.status <> 'running' OR v_dead OR r.cancel_requested_at <= v_now - interval '30 seconds') THEN
    PERFORM engine_end_descendants(p_run, false);
    PERFORM engine_settle(p_run, '{"status": "cancelled", "exitReason": "cancelled"}');
    v_what := 'cancels';
  ELSIF v_dead THEN
    v_what := engine_crash(p_run);
  ELSE
    RETURN NULL;
  END IF;
  RETURN engine_outcome(p_run) || jsonb_build_object('repaired', v_what);
END $$;`;

/** One look at everything that must happen although somebody died. Due timers are woken here, the rest is named for the caller. Idle it costs one call. */
const SWEEP = `
CREATE FUNCTION engine_sweep(p_batch integer, p_lease_ms integer) RETURNS jsonb LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_woken jsonb;
  v_repairs jsonb;
  v_ring jsonb;
BEGIN
  WITH due AS (
    SELECT id FROM runs WHERE status = 'suspended' AND wake_at <= v_now AND pending_end IS NULL AND deadline_at > v_now ORDER BY wake_at LIMIT p_batch FOR NO KEY UPDATE SKIP LOCKED
  ) SELECT jsonb_agg(engine_wake(id)) INTO v_woken FROM due;
  SELECT jsonb_agg(id) INTO v_repairs FROM (
    (SELECT id FROM runs WHERE status = 'running' AND lease_expires_at <= v_now ORDER BY lease_expires_at LIMIT p_batch)
    UNION (SELECT id FROM runs WHERE status = 'running' AND lease_expires_at > v_now + 2 * p_lease_ms * interval '1 millisecond' LIMIT p_batch)
    UNION (SELECT id FROM runs WHERE status IN ('pending', 'running', 'suspended') AND deadline_at <= v_now AND pending_end IS NULL
              AND (status <> 'running' OR deadline_at <= v_now - interval '10 seconds') ORDER BY deadline_at LIMIT p_batch)
    UNION (SELECT id FROM runs WHERE status IN ('pending', 'running', 'suspended') AND cancel_requested_at IS NOT NULL AND pending_end IS NULL
              AND (status <> 'running' OR cancel_requested_at <= v_now - interval '30 seconds') LIMIT p_batch)
    UNION (SELECT id FROM runs WHERE status = 'suspended' AND wake_at <= v_now AND pending_end IS NOT NULL LIMIT p_batch)
    LIMIT p_batch) AS broken;
  SELECT jsonb_agg(jsonb_build_object('runId', id, 'queue', queue, 'epoch', lease_epoch, 'priority', priority)) INTO v_ring FROM (
    SELECT * FROM runs WHERE status = 'pending' AND slot_state = 'held' AND pending_since <= v_now - interval '5 seconds' ORDER BY pending_since LIMIT p_batch) AS waiting;
  RETURN jsonb_build_object('woken', coalesce(v_woken, '[]'), 'repairs', coalesce(v_repairs, '[]'), 'ring', coalesce(v_ring, '[]'), 'requests', coalesce(
    (SELECT jsonb_agg(id) FROM (SELECT id FROM human_requests WHERE status = 'pending' AND expires_at <= v_now ORDER BY expires_at LIMIT p_batch) AS expired), '[]'));
END $$;`;

/** Everything that must happen although somebody died. */
export class CreateSweepFunctions1780000001060 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const sql of [YIELD, BILL_LOST, CRASH, REPAIR, SWEEP]) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION engine_sweep, engine_repair, engine_crash, engine_bill_lost, engine_yield;');
  }
}
