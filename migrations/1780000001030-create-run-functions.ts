import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a driver needs to go on: the run and its journal, blobs resolved. */
const CLAIMED = `
CREATE FUNCTION engine_claimed(p_run uuid) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
  SELECT jsonb_build_object(
    'runId', r.id, 'epoch', r.lease_epoch, 'rootRunId', r.root_run_id, 'parentRunId', r.parent_run_id, 'parentToolCallId', r.parent_tool_call_id,
    'sessionId', r.session_id, 'streamId', r.stream_id, 'turnId', r.turn_id, 'kind', r.kind, 'address', r.address, 'agentKey', r.agent_key,
    'agentId', r.agent_id, 'agentName', r.agent_name, 'agentRevisionId', r.agent_revision_id, 'depth', r.depth, 'ancestry', to_jsonb(r.ancestry),
    'generation', r.generation, 'interactive', r.interactive, 'principal', r.principal, 'priority', r.priority, 'queue', r.queue, 'input', r.input,
    'labels', r.labels, 'deadlineAt', r.deadline_at, 'remainingMs', ceil(extract(epoch FROM r.deadline_at - clock_timestamp()) * 1000),
    'budgetUsedMs', r.budget_used_ms, 'attempt', r.attempt, 'crashCount', r.crash_count, 'retryCount', r.retry_count, 'maxRetries', r.max_retries,
    'cancelRequested', CASE WHEN r.cancel_requested_at IS NOT NULL THEN jsonb_build_object('reason', r.cancel_reason) END,
    'journal', coalesce((
      SELECT jsonb_agg(jsonb_build_object('key', s.key, 'ordinal', s.ordinal, 'kind', s.kind, 'argsDigest', s.args_digest, 'state', s.state,
               'idempotent', s.idempotent, 'attempts', s.attempts, 'result', coalesce(s.result, convert_from(b.bytes, 'UTF8')::jsonb), 'error', s.error,
               'facts', s.facts) ORDER BY s.ordinal)
        FROM run_steps s LEFT JOIN blobs b ON b.hash = s.blob_hash
       WHERE s.run_id = r.id AND s.generation = r.generation), '[]'))
  FROM runs r WHERE r.id = p_run
$$;`;

/** One row of runs. With a claim it is born running; its first event is always workflow prompted. */
const INSERT_RUN = `
CREATE FUNCTION engine_insert_run(p jsonb, p_stream uuid, p_parent runs) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := (p ->> 'runId')::uuid;
  v_root uuid := coalesce(p_parent.root_run_id, v_id);
  v_session uuid := coalesce(p_parent.session_id, CASE WHEN p_parent.id IS NULL THEN (p ->> 'sessionId')::uuid END);
  v_lease_ms integer := (p #>> '{claim,leaseMs}')::integer;
  v_claimed boolean := v_lease_ms IS NOT NULL;
  v_now timestamptz := clock_timestamp();
BEGIN
  INSERT INTO runs (id, root_run_id, parent_run_id, parent_step_key, parent_tool_call_id, turn_id, depth, ancestry, stream_id, address, agent_key, agent_id,
    agent_name, agent_revision_id, configuration_hash, code_version, queue, kind, interactive, session_id, principal, priority, fair_key, status, status_reason,
    input, labels, lease_epoch, lease_owner, lease_expires_at, attempt, max_retries, pending_since, deadline_at, idempotency_scope, idempotency_key, start_digest,
    created_at, started_at)
  VALUES (v_id, v_root, p_parent.id, p ->> 'parentStepKey', p ->> 'parentToolCallId', coalesce(p_parent.turn_id, (p ->> 'turnId')::uuid, v_id),
    coalesce(p_parent.depth + 1, 0), array_prepend((p ->> 'agentId')::uuid, coalesce(p_parent.ancestry, '{}')), p_stream, p ->> 'address', p ->> 'agentKey',
    (p ->> 'agentId')::uuid, p ->> 'agentName', (p ->> 'agentRevisionId')::uuid, p ->> 'configurationHash', (p ->> 'codeVersion')::integer, p ->> 'queue',
    p ->> 'kind', (p ->> 'interactive')::boolean AND coalesce(p_parent.interactive, true), v_session, coalesce(p_parent.principal, p -> 'principal'),
    (p ->> 'priority')::smallint, coalesce(p_parent.fair_key, p ->> 'fairKey'), CASE WHEN v_claimed THEN 'running' ELSE 'pending' END,
    CASE WHEN NOT v_claimed THEN 'queued' END, p -> 'input', p -> 'labels', v_claimed::integer, p #>> '{claim,owner}',
    v_now + v_lease_ms * interval '1 millisecond', v_claimed::integer, (p ->> 'maxRetries')::integer, CASE WHEN NOT v_claimed THEN v_now END,
    least(v_now + (p ->> 'deadlineMs')::bigint * interval '1 millisecond', p_parent.deadline_at), p #>> '{idempotency,scope}', p #>> '{idempotency,key}',
    p ->> 'startDigest', v_now, CASE WHEN v_claimed THEN v_now END);
  PERFORM engine_append(v_id, v_root, p_stream, v_session, jsonb_build_array(jsonb_build_object('type', 'workflow', 'dedupKey', 'prompted',
    'payload', jsonb_build_object('phase', 'prompted', 'status', CASE WHEN v_claimed THEN 'running' ELSE 'pending' END))));
END $$;`;

/** An exact retry gets the original; the same name for something else is refused (RS006). */
const FIND_RUN = `
CREATE FUNCTION engine_find_run(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  SELECT id, status, start_digest INTO r FROM runs WHERE id = (p ->> 'runId')::uuid;
  IF NOT FOUND AND p ? 'idempotency' THEN
    SELECT id, status, start_digest INTO r FROM runs WHERE idempotency_scope = p #>> '{idempotency,scope}' AND idempotency_key = p #>> '{idempotency,key}';
  END IF;
  IF r.id IS NULL THEN RETURN NULL; END IF;
  IF r.start_digest <> p ->> 'startDigest' THEN RAISE EXCEPTION 'run conflict' USING ERRCODE = 'RS006', DETAIL = r.id; END IF;
  RETURN jsonb_build_object('runId', r.id, 'inserted', false, 'status', r.status, 'claimed', NULL);
END $$;`;

/** Tree, stream, run and first event. Two creators of one key: the unique index lets one through, the other starts over and finds it. */
const CREATE = `
CREATE FUNCTION engine_create(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_found jsonb := engine_find_run(p);
  v_id uuid := (p ->> 'runId')::uuid;
  v_stream uuid := coalesce((p ->> 'sessionId')::uuid, v_id);
  l jsonb := p -> 'limits';
BEGIN
  IF v_found IS NOT NULL THEN RETURN v_found; END IF;
  INSERT INTO run_trees (root_run_id, max_agents, max_depth, max_tokens, max_cost_micros, max_turns, deadline_at, fair_key)
  VALUES (v_id, (l ->> 'maxAgents')::integer, (l ->> 'maxDepth')::integer, (l ->> 'maxTokens')::bigint, (l ->> 'maxCostMicros')::bigint,
    (l ->> 'maxTurns')::integer, clock_timestamp() + (p ->> 'deadlineMs')::bigint * interval '1 millisecond', p ->> 'fairKey');
  INSERT INTO event_streams (stream_id) VALUES (v_stream) ON CONFLICT DO NOTHING;
  PERFORM engine_insert_run(p, v_stream, NULL::runs);
  RETURN jsonb_build_object('runId', v_id, 'inserted', true, 'status', CASE WHEN p ? 'claim' THEN 'running' ELSE 'pending' END, 'streamId', v_stream,
    'claimed', CASE WHEN p ? 'claim' THEN engine_claimed(v_id) END);
END $$;`;

/**
 * A child of a running run, with its link event and the parent's step in one commit. The tree's row is locked, so the headcount is exact (I17).
 * A replay finds its child by the derived id (I9). RS003 tree full, RS004 too deep, RS005 cycle.
 */
const SPAWN = `
CREATE FUNCTION engine_spawn(p_run uuid, p_epoch integer, p_step jsonb, p_child jsonb, p_events jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  r runs;
  t run_trees;
  v_found jsonb;
BEGIN
  SELECT * INTO t FROM run_trees WHERE root_run_id = (SELECT root_run_id FROM runs WHERE id = p_run) FOR NO KEY UPDATE;
  r := engine_fence(p_run, p_epoch);
  v_found := engine_find_run(p_child);
  IF v_found IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM runs WHERE id = (v_found ->> 'runId')::uuid AND parent_run_id = p_run) THEN
      RAISE EXCEPTION 'run conflict' USING ERRCODE = 'RS006', DETAIL = v_found ->> 'runId';
    END IF;
    RETURN v_found;
  END IF;
  IF r.cancel_requested_at IS NOT NULL THEN RAISE EXCEPTION 'cancelled' USING ERRCODE = 'RS002', DETAIL = coalesce(r.cancel_reason, 'engine_cancelled'); END IF;
  IF r.depth + 1 > t.max_depth THEN RAISE EXCEPTION 'too deep' USING ERRCODE = 'RS004'; END IF;
  IF (p_child ->> 'agentId')::uuid = ANY (r.ancestry) THEN RAISE EXCEPTION 'cycle' USING ERRCODE = 'RS005'; END IF;
  IF (SELECT count(*) FROM runs WHERE root_run_id = r.root_run_id AND status IN ('pending', 'running', 'suspended') AND slot_state = 'held') >= t.max_agents THEN
    RAISE EXCEPTION 'tree full' USING ERRCODE = 'RS003', DETAIL = t.max_agents;
  END IF;
  PERFORM engine_write_steps(p_run, r.generation, p_epoch, jsonb_build_array(p_step));
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, p_events);
  PERFORM engine_insert_run(p_child || jsonb_build_object('parentStepKey', p_step ->> 'key'), r.stream_id, r);
  RETURN jsonb_build_object('runId', p_child ->> 'runId', 'inserted', true, 'status', CASE WHEN p_child ? 'claim' THEN 'running' ELSE 'pending' END,
    'streamId', r.stream_id, 'claimed', CASE WHEN p_child ? 'claim' THEN engine_claimed((p_child ->> 'runId')::uuid) END);
END $$;`;

/** The order in which a worker takes pending runs: priority, fewest running of the same fair key, age. A skip scan over the keys, so that a flood of one key hides nobody. */
const CLAIM_ORDER = `
CREATE FUNCTION engine_claim_order(p_queues text[], p_limit integer) RETURNS SETOF uuid LANGUAGE sql VOLATILE AS $$
  WITH RECURSIVE keys AS (
    SELECT q.queue, k.* FROM unnest(p_queues) AS q (queue), LATERAL (
      SELECT -r.priority AS rank, r.fair_key FROM runs r WHERE r.queue = q.queue AND r.status = 'pending' AND r.slot_state = 'held'
       ORDER BY -r.priority, r.fair_key LIMIT 1) k
    UNION ALL
    SELECT keys.queue, k.* FROM keys, LATERAL (
      SELECT -r.priority AS rank, r.fair_key FROM runs r WHERE r.queue = keys.queue AND r.status = 'pending' AND r.slot_state = 'held'
         AND (-r.priority, r.fair_key) > (keys.rank, keys.fair_key)
       ORDER BY -r.priority, r.fair_key LIMIT 1) k
  ), busy AS (
    SELECT fair_key, count(*) AS running FROM runs WHERE status = 'running' GROUP BY fair_key
  )
  SELECT c.id FROM keys LEFT JOIN busy USING (fair_key), LATERAL (
    SELECT r.id, r.created_at, row_number() OVER (ORDER BY r.created_at, r.id) AS nth FROM runs r
     WHERE r.queue = keys.queue AND -r.priority = keys.rank AND r.fair_key = keys.fair_key AND r.status = 'pending' AND r.slot_state = 'held'
     ORDER BY r.created_at, r.id LIMIT p_limit) c
  ORDER BY keys.rank, coalesce(busy.running, 0) + c.nth, c.created_at, c.id
$$;`;

/**
 * pending -> running under a new epoch (I1). Rows that another worker is taking are skipped. A process drives at most one run that crashed twice.
 * Events come after all rows are taken, in the order of their streams, so that two claimers cannot lock each other out.
 */
const CLAIM = `
CREATE FUNCTION engine_claim(p_owner text, p_lease_ms integer, p_queues text[], p_limit integer, p_run uuid) RETURNS SETOF jsonb LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_id uuid;
  v_taken uuid[] := '{}';
  v_poison boolean := EXISTS (SELECT FROM runs WHERE status = 'running' AND lease_owner = p_owner AND crash_count >= 2);
  r record;
BEGIN
  FOR v_id IN SELECT p_run WHERE p_run IS NOT NULL UNION ALL SELECT * FROM engine_claim_order(p_queues, p_limit * 4) WHERE p_run IS NULL LOOP
    SELECT crash_count INTO r FROM runs WHERE id = v_id AND status = 'pending' AND slot_state = 'held' AND queue = ANY (p_queues)
       AND deadline_at > clock_timestamp() AND NOT (v_poison AND crash_count >= 2) FOR NO KEY UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    v_poison := v_poison OR r.crash_count >= 2;
    v_taken := v_taken || v_id;
    EXIT WHEN cardinality(v_taken) >= p_limit;
  END LOOP;
  DELETE FROM run_waits WHERE run_id = ANY (v_taken);
  UPDATE runs SET status = 'running', status_reason = NULL, lease_epoch = lease_epoch + 1, lease_owner = p_owner, attempt = attempt + 1, wake_at = NULL,
    lease_expires_at = clock_timestamp() + p_lease_ms * interval '1 millisecond', pending_since = NULL, started_at = coalesce(started_at, clock_timestamp())
   WHERE id = ANY (v_taken);
  FOR r IN SELECT id, root_run_id, stream_id, session_id, lease_epoch, attempt FROM runs WHERE id = ANY (v_taken) ORDER BY stream_id LOOP
    PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, jsonb_build_array(jsonb_build_object('type', 'workflow', 'dedupKey', 'lease:' || r.lease_epoch,
      'payload', jsonb_build_object('phase', CASE WHEN r.attempt = 1 THEN 'planning' ELSE 'resumed' END, 'status', 'running'))));
  END LOOP;
  RETURN QUERY SELECT engine_claimed(id) FROM unnest(v_taken) AS id;
END $$;`;

/** Create, spawn, claim. */
export class CreateRunFunctions1780000001030 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const sql of [CLAIMED, INSERT_RUN, FIND_RUN, CREATE, SPAWN, CLAIM_ORDER, CLAIM]) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION engine_claim, engine_claim_order, engine_spawn, engine_create, engine_find_run, engine_insert_run, engine_claimed;');
  }
}
