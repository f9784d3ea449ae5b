import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users, groups, logins, links, keys, grants and memberships. `version` of a user or key changes with everything its ability follows from. */
export class CreateIdentity1780000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PEOPLE);
    await runner.query(LOGINS);
    await runner.query(RIGHTS);
    await runner.query(VERSIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE agent_members, grants, api_keys, setup_links, known_browsers, login_attempts, logins, group_members, groups, users;
      DROP FUNCTION bump_subject_version(text, text), bump_from_subject(), bump_from_group_member();
    `);
  }
}

const PEOPLE = `
  CREATE TABLE users (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    name text NOT NULL,
    role text NOT NULL CHECK (role IN ('user', 'operator', 'admin')),
    status text NOT NULL CHECK (status IN ('invited', 'active', 'disabled')),
    password_hash text,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_login_at timestamptz,
    CHECK (status <> 'active' OR password_hash IS NOT NULL)
  );

  CREATE TABLE groups (
    id uuid PRIMARY KEY,
    name text NOT NULL UNIQUE,
    description text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE group_members (
    group_id uuid NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, user_id)
  );
  CREATE INDEX group_members_user ON group_members (user_id);
`;

// Secrets are kept as SHA-256 only: a copy of the database opens nothing.
const LOGINS = `
  CREATE TABLE logins (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX logins_user ON logins (user_id);
  CREATE INDEX logins_expiry ON logins (expires_at);

  -- key: account, network or known browser; an attempt is counted before the password is looked at.
  CREATE TABLE login_attempts (
    key text PRIMARY KEY,
    failures integer NOT NULL,
    blocked_until timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE known_browsers (
    token_hash bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    last_login_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX known_browsers_user ON known_browsers (user_id);

  CREATE TABLE setup_links (
    id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('setup', 'invitation')),
    user_id uuid REFERENCES users (id) ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CHECK ((kind = 'invitation') = (user_id IS NOT NULL))
  );
`;

const RIGHTS = `
  CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    owner_id uuid NOT NULL REFERENCES users (id),
    secret_hash bytea NOT NULL,
    operations text[] NOT NULL CHECK (cardinality(operations) > 0),
    -- null: all agents
    agent_ids uuid[] CHECK (cardinality(agent_ids) > 0),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    last_used_at timestamptz,
    CHECK (expires_at <= created_at + interval '1 year 1 hour')
  );
  CREATE INDEX api_keys_owner ON api_keys (owner_id);

  CREATE TABLE grants (
    id uuid PRIMARY KEY,
    subject_kind text NOT NULL CHECK (subject_kind IN ('user', 'group', 'api_key')),
    subject_id uuid NOT NULL,
    operation text NOT NULL,
    effect text NOT NULL CHECK (effect IN ('allow', 'deny')),
    agent_id uuid,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE UNIQUE INDEX grants_once ON grants (subject_kind, subject_id, operation, effect, coalesce(agent_id, '00000000-0000-0000-0000-000000000000'));

  CREATE TABLE agent_members (
    agent_id uuid NOT NULL,
    subject_kind text NOT NULL CHECK (subject_kind IN ('user', 'group', 'api_key', 'system')),
    -- a uuid, or the name of a system principal
    subject_id text NOT NULL,
    can_manage boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (agent_id, subject_kind, subject_id)
  );
  CREATE INDEX agent_members_subject ON agent_members (subject_kind, subject_id);
`;

// Whoever writes a right need not remember the version: the database does, in the same transaction.
const VERSIONS = `
  CREATE FUNCTION bump_subject_version(kind text, subject text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF kind = 'user' THEN
      UPDATE users SET version = version + 1 WHERE id::text = subject;
    ELSIF kind = 'group' THEN
      UPDATE users SET version = version + 1 WHERE id IN (SELECT user_id FROM group_members WHERE group_id::text = subject);
    ELSIF kind = 'api_key' THEN
      UPDATE api_keys SET version = version + 1 WHERE id::text = subject;
    END IF;
  END $$;

  CREATE FUNCTION bump_from_subject() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN PERFORM bump_subject_version(OLD.subject_kind, OLD.subject_id::text); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM bump_subject_version(NEW.subject_kind, NEW.subject_id::text); END IF;
    RETURN NULL;
  END $$;

  CREATE FUNCTION bump_from_group_member() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN UPDATE users SET version = version + 1 WHERE id = OLD.user_id; END IF;
    IF TG_OP <> 'DELETE' THEN UPDATE users SET version = version + 1 WHERE id = NEW.user_id; END IF;
    RETURN NULL;
  END $$;

  CREATE TRIGGER grants_version AFTER INSERT OR UPDATE OR DELETE ON grants FOR EACH ROW EXECUTE FUNCTION bump_from_subject();
  CREATE TRIGGER agent_members_version AFTER INSERT OR UPDATE OR DELETE ON agent_members FOR EACH ROW EXECUTE FUNCTION bump_from_subject();
  CREATE TRIGGER group_members_version AFTER INSERT OR UPDATE OR DELETE ON group_members FOR EACH ROW EXECUTE FUNCTION bump_from_group_member();
`;
