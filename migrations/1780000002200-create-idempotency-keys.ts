import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Callers' Idempotency-Keys: a row is written in the transaction that accepts the request, so twins share one effect and a refusal leaves nothing. */
export class CreateIdempotencyKeys1780000002200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        principal text NOT NULL,
        route text NOT NULL,
        key text NOT NULL,
        body_hash text NOT NULL,
        run_id uuid,
        status integer,
        response jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (principal, route, key)
      );
      CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys;');
  }
}
