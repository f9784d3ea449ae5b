import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules and the ledger of their slots. The primary key of `schedule_fires` is what makes a slot fire once for any number of processes. */
export class CreateSchedules1780000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX runs_open_scope; DROP TABLE schedule_fires, schedules;');
  }
}

const TABLES = `
  CREATE TABLE schedules (
    id uuid PRIMARY KEY,
    name text NOT NULL UNIQUE,
    label text NOT NULL DEFAULT '',
    origin text NOT NULL CHECK (origin IN ('code', 'row')),
    agent_id uuid NOT NULL,
    input text NOT NULL CHECK (length(input) <= 20000),
    cron text NOT NULL,
    timezone text NOT NULL,
    audience text NOT NULL DEFAULT 'app' CHECK (audience IN ('app', 'subscribed')),
    requires jsonb NOT NULL DEFAULT '[]',
    enabled boolean NOT NULL DEFAULT false,
    overlap text NOT NULL DEFAULT 'skip' CHECK (overlap IN ('skip', 'queue', 'parallel')),
    missed text NOT NULL DEFAULT 'runOnce' CHECK (missed IN ('runOnce', 'skip', 'runAll')),
    max_catch_up integer NOT NULL DEFAULT 10 CHECK (max_catch_up BETWEEN 1 AND 50),
    max_concurrent integer NOT NULL DEFAULT 5 CHECK (max_concurrent BETWEEN 1 AND 50),
    timeout_ms integer NOT NULL DEFAULT 900000,
    starts_at timestamptz,
    ends_at timestamptz,
    -- Null: nothing is due (disabled, ended or never matching again).
    next_fire_at timestamptz,
    principal jsonb NOT NULL,
    owner jsonb NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX schedules_due ON schedules (next_fire_at, id) WHERE enabled AND next_fire_at IS NOT NULL;
  CREATE INDEX schedules_agent ON schedules (agent_id);

  CREATE TABLE schedule_fires (
    schedule_id uuid NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
    scheduled_for timestamptz NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('run', 'queued', 'missed', 'skipped')),
    reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (schedule_id, scheduled_for),
    CHECK (outcome <> 'skipped' OR reason IS NOT NULL)
  );
  CREATE INDEX schedule_fires_queued ON schedule_fires (schedule_id) WHERE outcome = 'queued';
  -- "Does one of its runs still work?", asked at each fire.
  CREATE INDEX runs_open_scope ON runs (idempotency_scope) WHERE idempotency_scope IS NOT NULL AND status IN ('pending', 'running', 'suspended');
`;
