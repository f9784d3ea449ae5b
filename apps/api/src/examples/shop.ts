import { newId } from '@roster/agents/kernel';
import type { Pool, PoolClient } from 'pg';

import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';

export interface Order {
  orderId: string;
  customer: string;
  item: string;
  total: number;
  status: string;
  orderedAt: string;
  refunded: number;
}

export interface RefundRequest {
  orderId: string;
  amountCents: number;
  reason: string;
  runId: string;
  idempotencyKey: string;
}

export type RefundAnswer = { kind: 'refunded'; refundId: string; order: Order } | { kind: 'unknown_order' } | { kind: 'too_much'; leftCents: number };

export interface ShopFigures {
  orders: number;
  revenue: number;
  refunds: number;
  refunded: number;
}

/** The small shop the example agents work for. Money in euros outside, in cents inside. */
export class Shop {
  constructor(private readonly pool: Pool) {}

  async order(orderId: string): Promise<Order | null> {
    return findOrder(this.pool, orderId);
  }

  /** Repeating a key answers with the first refund and pays nothing again. */
  async refund(request: RefundRequest): Promise<RefundAnswer> {
    return inTransaction(this.pool, (client) => refundLocked(client, request));
  }

  /** Everything up to now; the example shop is small. */
  async figures(): Promise<ShopFigures> {
    const { rows } = await this.pool.query<ShopFigures>(sql`
      SELECT count(*)::int AS orders, (coalesce(sum(total_cents), 0) / 100.0)::float8 AS revenue,
        (SELECT count(*)::int FROM example_refunds) AS refunds, (SELECT coalesce(sum(amount_cents), 0) / 100.0 FROM example_refunds)::float8 AS refunded
      FROM example_orders
    `);
    return rows[0]!;
  }

  async saveDigest({ runId, idempotencyKey, body }: { runId: string; idempotencyKey: string; body: string }): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(sql`
      INSERT INTO example_digests (id, idempotency_key, run_id, body) VALUES (${newId()}, ${idempotencyKey}, ${runId}, ${body})
      ON CONFLICT (idempotency_key) DO UPDATE SET idempotency_key = excluded.idempotency_key RETURNING id
    `);
    return rows[0]!.id;
  }
}

async function refundLocked(client: PoolClient, request: RefundRequest): Promise<RefundAnswer> {
  const { orderId, amountCents, idempotencyKey } = request;
  const locked = await client.query<{ total: number }>(sql`SELECT total_cents AS total FROM example_orders WHERE id = ${orderId} FOR UPDATE`);
  if (!locked.rows[0]) return { kind: 'unknown_order' };
  const earlier = await client.query<{ id: string; key: string; amount: number }>(sql`
    SELECT id, idempotency_key AS key, amount_cents AS amount FROM example_refunds WHERE order_id = ${orderId}
  `);
  const same = earlier.rows.find((refund) => refund.key === idempotencyKey);
  const leftCents = locked.rows[0].total - earlier.rows.reduce((sum, refund) => sum + refund.amount, 0);
  if (!same && amountCents > leftCents) return { kind: 'too_much', leftCents };
  const refundId = same?.id ?? (await pay(client, request));
  if (!same && amountCents === leftCents) await client.query(sql`UPDATE example_orders SET status = 'refunded' WHERE id = ${orderId}`);
  return { kind: 'refunded', refundId, order: (await findOrder(client, orderId))! };
}

async function pay(client: PoolClient, { orderId, amountCents, reason, runId, idempotencyKey }: RefundRequest): Promise<string> {
  const refundId = newId();
  await client.query(sql`
    INSERT INTO example_refunds (id, idempotency_key, order_id, amount_cents, reason, run_id)
    VALUES (${refundId}, ${idempotencyKey}, ${orderId}, ${amountCents}, ${reason}, ${runId})
  `);
  return refundId;
}

async function findOrder(client: Pick<Pool, 'query'> | PoolClient, orderId: string): Promise<Order | null> {
  const { rows } = await client.query<Order>(sql`
    SELECT o.id AS "orderId", o.customer, o.item, (o.total_cents / 100.0)::float8 AS total, o.status, to_char(o.ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "orderedAt",
      (coalesce((SELECT sum(amount_cents) FROM example_refunds r WHERE r.order_id = o.id), 0) / 100.0)::float8 AS refunded
    FROM example_orders o WHERE o.id = ${orderId}
  `);
  return rows[0] ?? null;
}
