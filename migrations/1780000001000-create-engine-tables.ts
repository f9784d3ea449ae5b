import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations and the one counter per event stream (a session's, or a run tree's without session). */
const SESSIONS = `
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'ended', 'purged')),
  last_message_seq bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE TABLE event_streams (
  stream_id uuid PRIMARY KEY,
  last_seq bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE TABLE blobs (
  hash text PRIMARY KEY,
  mime text NOT NULL,
  size bigint NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);`;

/** Tree and stream of a run are rows of the transaction that makes it; every status change pays for each index here, so unused keys are left out of them. */
const RUNS = `
CREATE TABLE run_trees (
  root_run_id uuid PRIMARY KEY,
  max_agents integer NOT NULL CHECK (max_agents > 0),
  allow_preempt boolean NOT NULL DEFAULT false,
  max_depth integer NOT NULL CHECK (max_depth >= 0),
  max_tokens bigint,
  max_cost_micros bigint,
  max_turns integer,
  deadline_at timestamptz NOT NULL,
  spent_tokens bigint NOT NULL DEFAULT 0,
  spent_cost_micros bigint NOT NULL DEFAULT 0,
  spent_turns integer NOT NULL DEFAULT 0,
  reserved_tokens bigint NOT NULL DEFAULT 0 CHECK (reserved_tokens >= 0),
  reserved_cost_micros bigint NOT NULL DEFAULT 0 CHECK (reserved_cost_micros >= 0),
  lost_attempts integer NOT NULL DEFAULT 0,
  tainted boolean NOT NULL DEFAULT false,
  fair_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);

CREATE TABLE runs (
  id uuid PRIMARY KEY,
  root_run_id uuid NOT NULL,
  parent_run_id uuid REFERENCES runs,
  parent_step_key text,
  parent_tool_call_id text,
  turn_id uuid NOT NULL,
  depth integer NOT NULL CHECK (depth >= 0),
  ancestry uuid[] NOT NULL,
  stream_id uuid NOT NULL,
  address text NOT NULL,
  agent_key text NOT NULL,
  agent_id uuid NOT NULL,
  agent_name text NOT NULL,
  agent_revision_id uuid,
  definition_hash text,
  configuration_hash text,
  overrides jsonb,
  code_version integer NOT NULL,
  queue text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('chat', 'delegate', 'headless', 'schedule', 'event', 'proof')),
  interactive boolean NOT NULL,
  session_id uuid REFERENCES sessions,
  principal jsonb NOT NULL,
  priority smallint NOT NULL,
  fair_key text NOT NULL,
  slot_state text NOT NULL DEFAULT 'held' CHECK (slot_state IN ('held', 'waiting')),
  status text NOT NULL CHECK (status IN ('pending', 'running', 'suspended', 'completed', 'failed', 'cancelled')),
  status_reason text CHECK (status_reason IN ('queued', 'agent_unavailable', 'retry', 'preempted', 'drained', 'waiting_signal',
    'waiting_child', 'waiting_inbox', 'waiting_timer', 'waiting_human', 'waiting_operator')),
  input jsonb NOT NULL,
  boot jsonb,
  state jsonb,
  generation integer NOT NULL DEFAULT 0,
  output jsonb,
  partial jsonb,
  truncated boolean NOT NULL DEFAULT false,
  exit_reason text,
  error jsonb,
  labels jsonb NOT NULL DEFAULT '{}',
  reply_to_run_id uuid,
  reply_correlation_id text,
  pending_end jsonb,
  lease_epoch integer NOT NULL DEFAULT 0,
  lease_owner text,
  lease_expires_at timestamptz,
  attempt integer NOT NULL DEFAULT 0,
  crash_count integer NOT NULL DEFAULT 0,
  crash_total integer NOT NULL DEFAULT 0,
  retry_count integer NOT NULL DEFAULT 0,
  max_retries integer NOT NULL,
  wake_at timestamptz,
  pending_since timestamptz,
  deadline_at timestamptz NOT NULL,
  time_budget_ms bigint,
  budget_used_ms bigint NOT NULL DEFAULT 0,
  cancel_requested_at timestamptz,
  cancel_reason text,
  cancelled_by jsonb,
  preempt_requested_at timestamptz,
  idempotency_scope text,
  idempotency_key text,
  start_digest text NOT NULL,
  trace_parent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT runs_lease_owner CHECK ((status = 'running') = (lease_owner IS NOT NULL)),
  CONSTRAINT runs_lease_expiry CHECK ((lease_owner IS NULL) = (lease_expires_at IS NULL)),
  CONSTRAINT runs_pending_since CHECK ((status = 'pending') = (pending_since IS NOT NULL)),
  CONSTRAINT runs_finished CHECK ((status IN ('completed', 'failed', 'cancelled')) = (finished_at IS NOT NULL)),
  CONSTRAINT runs_root CHECK ((parent_run_id IS NULL) = (id = root_run_id))
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX runs_parent_step ON runs (parent_run_id, parent_step_key) WHERE parent_run_id IS NOT NULL;
CREATE UNIQUE INDEX runs_parent_call ON runs (parent_run_id, parent_tool_call_id) WHERE parent_tool_call_id IS NOT NULL;
CREATE UNIQUE INDEX runs_idempotency ON runs (idempotency_scope, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX runs_open_session ON runs (session_id)
  WHERE parent_run_id IS NULL AND session_id IS NOT NULL AND status IN ('pending', 'running', 'suspended');
CREATE UNIQUE INDEX runs_open_event ON runs (address) WHERE kind = 'event' AND status IN ('pending', 'running', 'suspended');
CREATE INDEX runs_claim ON runs (queue, (-priority), fair_key, created_at) WHERE status = 'pending' AND slot_state = 'held';
CREATE INDEX runs_ring ON runs (pending_since) WHERE status = 'pending';
CREATE INDEX runs_wake ON runs (wake_at) WHERE status = 'suspended';
CREATE INDEX runs_lease ON runs (lease_expires_at) WHERE status = 'running';
CREATE INDEX runs_deadline ON runs (deadline_at) WHERE status IN ('pending', 'running', 'suspended');
CREATE INDEX runs_cancel ON runs (cancel_requested_at) WHERE cancel_requested_at IS NOT NULL AND status IN ('pending', 'running', 'suspended');
CREATE INDEX runs_tree ON runs (root_run_id, status);
CREATE INDEX runs_address ON runs (address, status);
CREATE INDEX runs_session ON runs (session_id, created_at) WHERE session_id IS NOT NULL;
CREATE INDEX runs_agent ON runs (agent_id, created_at);
CREATE INDEX runs_recent ON runs (created_at, id);`;

/** Rows of these three are only written under their run's lock by the store, so they carry no foreign key to check per step. */
const JOURNAL = `
CREATE TABLE run_steps (
  run_id uuid NOT NULL,
  generation integer NOT NULL,
  key text NOT NULL,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  args_digest text NOT NULL,
  state text NOT NULL CHECK (state IN ('accepted', 'intent', 'done', 'failed', 'aborted')),
  idempotent boolean NOT NULL,
  attempts integer NOT NULL,
  result jsonb,
  blob_hash text,
  error jsonb,
  facts jsonb,
  usage jsonb,
  epoch integer NOT NULL,
  intent_at timestamptz,
  done_at timestamptz,
  PRIMARY KEY (run_id, generation, key)
);
CREATE INDEX run_steps_blob ON run_steps (blob_hash) WHERE blob_hash IS NOT NULL;

CREATE TABLE run_events (
  stream_id uuid NOT NULL,
  seq bigint NOT NULL,
  run_id uuid NOT NULL,
  root_run_id uuid NOT NULL,
  session_id uuid,
  type text NOT NULL,
  payload jsonb NOT NULL,
  step_key text,
  dedup_key text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (stream_id, seq)
);
CREATE UNIQUE INDEX run_events_dedup ON run_events (run_id, dedup_key) WHERE dedup_key IS NOT NULL;
CREATE INDEX run_events_tree ON run_events (root_run_id, seq);

CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' AND current_setting('roster.purge', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'run_events is insert-only' USING ERRCODE = 'RS010', HINT = 'Purge and retention set roster.purge in their transaction.';
END $$;
CREATE TRIGGER run_events_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON run_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();

CREATE UNLOGGED TABLE run_chunks (
  run_id uuid NOT NULL,
  step_key text NOT NULL,
  attempt integer NOT NULL,
  idx integer NOT NULL,
  kind text NOT NULL DEFAULT 'text' CHECK (kind IN ('text', 'reasoning', 'tool_input')),
  block_id text NOT NULL DEFAULT '',
  char_offset integer NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, step_key, attempt, idx)
);
CREATE INDEX run_chunks_age ON run_chunks (created_at);

CREATE TABLE usage_ledger (
  id uuid PRIMARY KEY,
  run_id uuid,
  root_run_id uuid,
  generation integer,
  step_key text,
  attempt integer NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('turn', 'summary', 'title', 'suggestions', 'embedding', 'proof', 'test')),
  agent_key text NOT NULL,
  agent_id uuid,
  agent_revision_id uuid,
  principal jsonb NOT NULL,
  schedule_id uuid,
  model text NOT NULL,
  input_tokens bigint,
  output_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  reasoning_tokens bigint,
  cost_micros bigint,
  source text NOT NULL CHECK (source IN ('provider', 'estimated', 'unknown')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (run_id, generation, step_key, attempt)
);
CREATE INDEX usage_ledger_tree ON usage_ledger (root_run_id);
CREATE INDEX usage_ledger_time ON usage_ledger (created_at);`;

/** Sessions, runs and their journal. */
export class CreateEngineTables1780000001000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const sql of [SESSIONS, RUNS, JOURNAL]) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE usage_ledger, run_chunks, run_events, run_steps, runs, run_trees, blobs, event_streams, sessions;
      DROP FUNCTION refuse_event_change();`);
  }
}
