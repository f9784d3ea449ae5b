import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what to what. Append-only: the trigger refuses every change, whoever asks. */
export class CreateAuditEvents1780000002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_events (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'apiKey', 'system', 'anonymous')),
        actor_id text,
        on_behalf_of text,
        action text NOT NULL,
        object_kind text NOT NULL,
        object_id text,
        outcome text NOT NULL CHECK (outcome IN ('allowed', 'denied', 'failed')),
        before jsonb,
        after jsonb,
        reason text,
        request_id text,
        address text
      );
      CREATE INDEX audit_events_at ON audit_events (at, id);
      CREATE INDEX audit_events_object ON audit_events (object_kind, object_id, at);
      CREATE INDEX audit_events_actor ON audit_events (actor_id, at);

      CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
      CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_events; DROP FUNCTION refuse_audit_change();');
  }
}
