import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A thread is a session with an owner: same id, one to one. Its messages are the engine's `messages`. */
export class CreateThreads1780000003100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE threads');
  }
}

const TABLES = `
  CREATE TABLE threads (
    id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    owner_kind text NOT NULL CHECK (owner_kind IN ('user', 'apiKey')),
    owner_id uuid NOT NULL,
    end_user text,
    client_key text CHECK (client_key ~ '^[A-Za-z0-9_-]{1,64}$'),
    agent_id uuid NOT NULL,
    title text,
    title_source text CHECK (title_source IN ('user', 'generated')),
    metadata jsonb NOT NULL DEFAULT '{}',
    is_test boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CHECK (owner_kind = 'apiKey' OR end_user IS NULL),
    CHECK ((title IS NULL) = (title_source IS NULL))
  );
  CREATE UNIQUE INDEX threads_client_key ON threads (owner_kind, owner_id, coalesce(end_user, ''), client_key) WHERE client_key IS NOT NULL AND deleted_at IS NULL;
  CREATE INDEX threads_owner ON threads (owner_kind, owner_id, coalesce(end_user, ''), updated_at DESC, id) WHERE deleted_at IS NULL;
  CREATE INDEX threads_agent ON threads (agent_id);
`;
