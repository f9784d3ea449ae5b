import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Database agents: the row, its shared draft, immutable revisions and the log of what was live when.
 * Invariants held here: revisions and publications are never changed, numbers are unique per agent, the live pointer names a revision of the same agent.
 */
export class CreateAgentSettings1780000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(INSERT_ONLY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agent_settings DROP CONSTRAINT agent_settings_published_revision;
      DROP TABLE agent_publications, agent_revisions, agent_settings;
      DROP FUNCTION refuse_revision_change(), refuse_publication_change();
    `);
  }
}

const TABLES = `
  CREATE TABLE agent_settings (
    id uuid PRIMARY KEY,
    slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 64 AND slug NOT IN ('runtimes', 'tools')),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    description text NOT NULL DEFAULT '',
    active boolean NOT NULL DEFAULT true,
    is_public boolean NOT NULL DEFAULT false,
    hidden boolean NOT NULL DEFAULT false,
    worker_only boolean NOT NULL DEFAULT false,
    published_revision_id uuid,
    draft jsonb NOT NULL,
    draft_hash text NOT NULL,
    draft_based_on uuid,
    draft_contributors jsonb NOT NULL DEFAULT '[]',
    draft_updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    created_by jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
  );
  -- A deleted agent keeps its row for its threads and runs; its slug is free again.
  CREATE UNIQUE INDEX agent_settings_slug ON agent_settings (slug) WHERE deleted_at IS NULL;
  CREATE INDEX agent_settings_name ON agent_settings (name, id) WHERE deleted_at IS NULL;

  CREATE TABLE agent_revisions (
    id uuid PRIMARY KEY,
    agent_id uuid NOT NULL REFERENCES agent_settings (id),
    number integer CHECK (number >= 1),
    kind text NOT NULL CHECK (kind IN ('published', 'candidate')),
    content jsonb NOT NULL,
    content_hash text NOT NULL,
    based_on uuid,
    note text NOT NULL DEFAULT '',
    contributors jsonb NOT NULL DEFAULT '[]',
    created_by jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((kind = 'published') = (number IS NOT NULL)),
    UNIQUE (agent_id, number),
    UNIQUE (agent_id, id)
  );
  CREATE UNIQUE INDEX agent_revisions_candidate ON agent_revisions (agent_id, content_hash) WHERE kind = 'candidate';

  ALTER TABLE agent_settings ADD CONSTRAINT agent_settings_published_revision
    FOREIGN KEY (id, published_revision_id) REFERENCES agent_revisions (agent_id, id);

  CREATE TABLE agent_publications (
    id uuid PRIMARY KEY,
    agent_id uuid NOT NULL REFERENCES agent_settings (id),
    action text NOT NULL CHECK (action IN ('publish', 'rollback', 'unpublish')),
    revision_id uuid REFERENCES agent_revisions (id),
    published_by jsonb NOT NULL,
    published_at timestamptz NOT NULL DEFAULT now(),
    note text NOT NULL DEFAULT '',
    proof_id uuid,
    override_reason text,
    CHECK ((action = 'unpublish') = (revision_id IS NULL))
  );
  CREATE INDEX agent_publications_agent ON agent_publications (agent_id, published_at DESC, id);
`;

/** A candidate may be purged once nothing refers to it; a published revision and a publication stay for good. */
const INSERT_ONLY = `
  CREATE FUNCTION refuse_revision_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF OLD.kind = 'candidate' THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'agent_revisions is insert-only' USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER agent_revisions_insert_only BEFORE UPDATE OR DELETE ON agent_revisions
    FOR EACH ROW EXECUTE FUNCTION refuse_revision_change();
  CREATE TRIGGER agent_revisions_no_truncate BEFORE TRUNCATE ON agent_revisions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_revision_change();

  CREATE FUNCTION refuse_publication_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'agent_publications is append-only' USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER agent_publications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agent_publications
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_publication_change();
`;
