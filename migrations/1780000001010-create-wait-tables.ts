import type { MigrationInterface, QueryRunner } from 'typeorm';

const WAITS = `
CREATE TABLE run_waits (
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('signal', 'child', 'inbox', 'timer')),
  name text NOT NULL,
  step_key text NOT NULL,
  PRIMARY KEY (run_id, kind, name)
);
CREATE TABLE signals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  name text NOT NULL,
  payload jsonb NOT NULL,
  idempotency_key text,
  sent_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  consumed_by_key text,
  consumed_at timestamptz,
  UNIQUE (run_id, name, idempotency_key),
  CHECK ((consumed_by_key IS NULL) = (consumed_at IS NULL))
);
CREATE INDEX signals_open ON signals (run_id, name, id) WHERE consumed_at IS NULL;

CREATE TABLE human_requests (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
  generation integer NOT NULL,
  root_run_id uuid NOT NULL,
  session_id uuid,
  agent_id uuid NOT NULL,
  step_key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('confirmation', 'clarification', 'questions', 'external_tools', 'in_doubt', 'nondeterminism')),
  card jsonb NOT NULL,
  risk text CHECK (risk IN ('safe', 'high', 'critical')),
  approvers text NOT NULL CHECK (approvers IN ('owner', 'manager', 'operator')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'decided', 'expired', 'cancelled')),
  decision jsonb,
  decision_key text,
  decided_by jsonb,
  decided_at timestamptz,
  assigned_to uuid,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (run_id, generation, step_key, kind),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX human_requests_open ON human_requests (created_at) WHERE status = 'pending';
CREATE INDEX human_requests_expiry ON human_requests (expires_at) WHERE status = 'pending';
CREATE INDEX human_requests_tree ON human_requests (root_run_id);`;

const MESSAGES = `
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  seq bigint,
  run_id uuid,
  turn integer,
  idx integer,
  role text NOT NULL CHECK (role IN ('system', 'user', 'assistant', 'tool')),
  status text NOT NULL CHECK (status IN ('streaming', 'awaiting_input', 'complete', 'error', 'cancelled', 'superseded')),
  parts jsonb NOT NULL,
  agent_key text,
  agent_id uuid,
  agent_revision_id uuid,
  configuration_hash text,
  client_id text,
  model text,
  finish_reason text,
  usage jsonb,
  error jsonb,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (run_id, turn, idx),
  UNIQUE (session_id, seq)
);
CREATE UNIQUE INDEX messages_reply ON messages (run_id) WHERE turn IS NULL AND role = 'assistant';`;

/** What runs wait for, and the messages they leave. */
export class CreateWaitTables1780000001010 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const sql of [WAITS, MESSAGES]) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE messages, human_requests, signals, run_waits;');
  }
}
