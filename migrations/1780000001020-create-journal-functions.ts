import type { MigrationInterface, QueryRunner } from 'typeorm';

/** UUID v7, for the few rows that the database writes on its own (PostgreSQL 15 has no function for it). */
const NEW_ID = `
CREATE FUNCTION engine_new_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;`;

/**
 * Events of one run, numbered in commit order: the counter's row is the last lock of a transaction and is held to its commit,
 * so whoever sees number n has seen all before it. An event whose dedup key the run already has is dropped.
 * p_events: [{ type, payload, stepKey?, dedupKey? }].
 */
const APPEND = `
CREATE FUNCTION engine_append(p_run uuid, p_root uuid, p_stream uuid, p_session uuid, p_events jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_events jsonb := p_events;
  v_count integer;
  v_last bigint;
BEGIN
  IF jsonb_path_exists(p_events, '$[*].dedupKey') THEN
    SELECT jsonb_agg(e.value ORDER BY e.ordinality) INTO v_events
      FROM jsonb_array_elements(p_events) WITH ORDINALITY e
     WHERE NOT EXISTS (SELECT FROM run_events x WHERE x.run_id = p_run AND x.dedup_key = e.value ->> 'dedupKey');
  END IF;
  v_count := coalesce(jsonb_array_length(v_events), 0);
  IF v_count = 0 THEN RETURN 0; END IF;
  UPDATE event_streams SET last_seq = last_seq + v_count WHERE stream_id = p_stream RETURNING last_seq INTO STRICT v_last;
  INSERT INTO run_events (stream_id, seq, run_id, root_run_id, session_id, type, payload, step_key, dedup_key)
  SELECT p_stream, v_last - v_count + e.ordinality, p_run, p_root, p_session, e.value ->> 'type', e.value -> 'payload', e.value ->> 'stepKey', e.value ->> 'dedupKey'
    FROM jsonb_array_elements(v_events) WITH ORDINALITY e;
  RETURN v_count;
END $$;`;

/**
 * Step rows; returns the keys it changed. A done or aborted step is never overwritten, and an accepted call never falls back
 * from what became of it. attempts counts the begun effects: an intent, or a result that had none.
 * p_steps: [{ key, kind, argsDigest, state, idempotent, result?, blobHash?, error?, facts? }].
 */
const WRITE_STEPS = `
CREATE FUNCTION engine_write_steps(p_run uuid, p_generation integer, p_epoch integer, p_steps jsonb) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE v_written text[];
BEGIN
  WITH written AS (
    INSERT INTO run_steps AS old (run_id, generation, key, kind, args_digest, state, idempotent, attempts, result, blob_hash, error, facts, epoch, intent_at, done_at)
    SELECT p_run, p_generation, s.key, s.kind, s."argsDigest", s.state, s.idempotent, (s.state <> 'accepted')::integer, s.result, s."blobHash", s.error, s.facts,
           p_epoch, CASE WHEN s.state = 'intent' THEN clock_timestamp() END, CASE WHEN s.state IN ('done', 'failed') THEN clock_timestamp() END
      FROM jsonb_to_recordset(p_steps) AS s (key text, kind text, "argsDigest" text, state text, idempotent boolean, result jsonb, "blobHash" text, error jsonb, facts jsonb)
    ON CONFLICT (run_id, generation, key) DO UPDATE SET
      state = excluded.state, args_digest = excluded.args_digest, epoch = excluded.epoch,
      attempts = old.attempts + (excluded.state = 'intent' OR old.state IN ('accepted', 'failed'))::integer,
      result = excluded.result, blob_hash = excluded.blob_hash, error = excluded.error, facts = coalesce(excluded.facts, old.facts),
      intent_at = coalesce(excluded.intent_at, old.intent_at), done_at = excluded.done_at
      WHERE old.state IN ('accepted', 'intent', 'failed') AND excluded.state <> 'accepted'
    RETURNING old.key
  ) SELECT coalesce(array_agg(key), '{}') INTO v_written FROM written;
  RETURN v_written;
END $$;`;

/**
 * Ledger rows of a run and their share of the tree's totals. A call that is already in the ledger counts nothing (I18).
 * The caller holds the tree's row. p_ledger: [{ id, stepKey, attempt, purpose, model, usage, costMicros?, source }].
 */
const BILL = `
CREATE FUNCTION engine_bill(p_run uuid, p_ledger jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t record;
BEGIN
  WITH billed AS (
    INSERT INTO usage_ledger (id, run_id, root_run_id, generation, step_key, attempt, purpose, agent_key, agent_id, agent_revision_id, principal, model,
                              input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_micros, source)
    SELECT l.id, r.id, r.root_run_id, r.generation, l."stepKey", l.attempt, l.purpose, r.agent_key, r.agent_id, r.agent_revision_id, r.principal, l.model,
           u."inputTokens", u."outputTokens", u."cacheReadTokens", u."cacheWriteTokens", u."reasoningTokens", l."costMicros", l.source
      FROM runs r, jsonb_to_recordset(p_ledger) AS l (id uuid, "stepKey" text, attempt integer, purpose text, model text, usage jsonb, "costMicros" bigint, source text),
           jsonb_to_record(l.usage) AS u ("inputTokens" bigint, "outputTokens" bigint, "cacheReadTokens" bigint, "cacheWriteTokens" bigint, "reasoningTokens" bigint)
     WHERE r.id = p_run
    ON CONFLICT (run_id, generation, step_key, attempt) DO NOTHING
    RETURNING root_run_id, purpose, coalesce(input_tokens, 0) + coalesce(output_tokens, 0) AS tokens, coalesce(cost_micros, 0) AS cost
  ) SELECT root_run_id, sum(tokens) AS tokens, sum(cost) AS cost, count(*) FILTER (WHERE purpose = 'turn') AS turns INTO t FROM billed GROUP BY root_run_id;
  UPDATE run_trees SET spent_tokens = spent_tokens + t.tokens, spent_cost_micros = spent_cost_micros + t.cost, spent_turns = spent_turns + t.turns
   WHERE root_run_id = t.root_run_id;
END $$;`;

/** Refuses the writer whose lease is gone (RS001). The lock lasts to the end of the transaction: nobody takes the run over meanwhile (I7). */
const FENCE = `
CREATE FUNCTION engine_fence(p_run uuid, p_epoch integer) RETURNS runs LANGUAGE plpgsql AS $$
DECLARE r runs;
BEGIN
  SELECT * INTO r FROM runs WHERE id = p_run AND status = 'running' AND lease_epoch = p_epoch FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'lease lost' USING ERRCODE = 'RS001', DETAIL = p_run; END IF;
  RETURN r;
END $$;`;

/**
 * begin and finish: one statement each. The tree's row is locked first when money moves. No intent commits after a cancel (I13, RS002).
 * Repeating a commit whose answer was lost changes nothing: done steps stay, their events and ledger rows are there.
 * Returns the stream that got events.
 */
const COMMIT = `
CREATE FUNCTION engine_commit(p_run uuid, p_epoch integer, p_steps jsonb, p_events jsonb, p_ledger jsonb, p_active_ms integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  r record;
  v_written text[];
  v_events jsonb := p_events;
BEGIN
  IF p_ledger IS NOT NULL THEN
    PERFORM FROM run_trees WHERE root_run_id = (SELECT root_run_id FROM runs WHERE id = p_run) FOR NO KEY UPDATE;
  END IF;
  IF p_active_ms > 0 THEN
    UPDATE runs SET budget_used_ms = budget_used_ms + p_active_ms WHERE id = p_run AND status = 'running' AND lease_epoch = p_epoch
    RETURNING id, root_run_id, stream_id, session_id, generation, crash_count, cancel_requested_at, cancel_reason INTO r;
  ELSE
    SELECT id, root_run_id, stream_id, session_id, generation, crash_count, cancel_requested_at, cancel_reason INTO r
      FROM runs WHERE id = p_run AND status = 'running' AND lease_epoch = p_epoch FOR NO KEY UPDATE;
  END IF;
  IF NOT FOUND THEN RAISE EXCEPTION 'lease lost' USING ERRCODE = 'RS001', DETAIL = p_run; END IF;
  IF r.cancel_requested_at IS NOT NULL AND p_steps @> '[{"state":"intent"}]' THEN
    RAISE EXCEPTION 'cancelled' USING ERRCODE = 'RS002', DETAIL = coalesce(r.cancel_reason, 'engine_cancelled');
  END IF;
  v_written := engine_write_steps(p_run, r.generation, p_epoch, p_steps);
  IF p_ledger IS NOT NULL THEN PERFORM engine_bill(p_run, p_ledger); END IF;
  IF r.crash_count > 0 AND p_steps @> '[{"state":"done"}]' AND cardinality(v_written) > 0 THEN UPDATE runs SET crash_count = 0 WHERE id = p_run; END IF;
  IF v_events IS NULL THEN RETURN NULL; END IF;
  IF cardinality(v_written) < jsonb_array_length(p_steps) THEN
    SELECT jsonb_agg(e.value ORDER BY e.ordinality) INTO v_events FROM jsonb_array_elements(p_events) WITH ORDINALITY e
     WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(p_steps) s
       WHERE s.value ->> 'key' = e.value ->> 'stepKey' AND s.value ->> 'key' <> ALL (v_written));
    IF v_events IS NULL THEN RETURN NULL; END IF;
  END IF;
  PERFORM engine_append(r.id, r.root_run_id, r.stream_id, r.session_id, v_events);
  RETURN r.stream_id;
END $$;`;

/** The journal's own functions: events, steps, ledger, and the two hot commands over them. */
export class CreateJournalFunctions1780000001020 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const sql of [NEW_ID, APPEND, WRITE_STEPS, BILL, FENCE, COMMIT]) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION engine_commit, engine_fence, engine_bill, engine_write_steps, engine_append, engine_new_id;`);
  }
}
