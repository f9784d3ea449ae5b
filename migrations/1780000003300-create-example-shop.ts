import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the example agents work on: a small shop's orders and refunds, the digests they wrote, and the memory of what was seeded. */
export class CreateExampleShop1780000003300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE example_digests, example_refunds, example_orders, seeds');
  }
}

const TABLES = `
  CREATE TABLE seeds (
    name text PRIMARY KEY,
    seeded_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE example_orders (
    id text PRIMARY KEY CHECK (id ~ '^[A-Z0-9-]{1,20}$'),
    customer text NOT NULL,
    item text NOT NULL,
    total_cents integer NOT NULL CHECK (total_cents >= 0),
    status text NOT NULL CHECK (status IN ('processing', 'shipped', 'delivered', 'refunded')),
    ordered_at timestamptz NOT NULL
  );

  CREATE TABLE example_refunds (
    id uuid PRIMARY KEY,
    idempotency_key text NOT NULL UNIQUE,
    order_id text NOT NULL REFERENCES example_orders (id),
    amount_cents integer NOT NULL CHECK (amount_cents > 0),
    reason text NOT NULL,
    run_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX example_refunds_order ON example_refunds (order_id);

  CREATE TABLE example_digests (
    id uuid PRIMARY KEY,
    idempotency_key text NOT NULL UNIQUE,
    run_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`;
