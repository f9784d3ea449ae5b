// One command = one transaction, repeated whole when the database asks for it; doorbell and hints only after the commit.
import { setTimeout as delay } from 'node:timers/promises';

import type pg from 'pg';

import { inTransaction } from '../../database/transaction.ts';
import type { PostgresRunStoreOptions } from './store-options.ts';
import { isRepeatable, storeError } from './store-error.ts';

const MAX_ATTEMPTS = 5;
const RETRY_MS = 10;

export interface Wake { runId: string; queue: string; epoch: number; priority: number }

export type Queryable = Pick<pg.ClientBase, 'query'>;

export class StoreSession {
  constructor(readonly options: PostgresRunStoreOptions) {}

  get pool(): pg.Pool {
    return this.options.pool;
  }

  async command<T>(name: string, run: () => Promise<T>): Promise<T> {
    const value = await this.repeated(name, run);
    await this.options.failpoint?.(name, 'after');
    return value;
  }

  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, work);
  }

  /** After the commit. */
  announce({ wakes = [], streamId, cancelling = [] }: { wakes?: readonly (Wake | null)[]; streamId?: string | null; cancelling?: readonly string[] }): void {
    for (const wake of wakes) if (wake) this.options.doorbell?.ring(wake);
    if (streamId) this.options.hub?.publish({ kind: 'committed', streamId });
    if (cancelling.length > 0) this.options.onCancel?.(cancelling);
  }

  private async repeated<T>(name: string, run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.options.failpoint?.(name, 'before');
        return await run();
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isRepeatable(error)) throw storeError(error);
        await delay(RETRY_MS * 2 ** attempt * Math.random());
      }
    }
  }
}

/** Calls one of the engine's functions as a prepared statement and returns its value. */
export async function callEngine<T>(client: Queryable, name: string, values: readonly unknown[]): Promise<T> {
  const { rows } = await client.query<{ value: T }>(statement(name, values, (call) => `SELECT ${call} AS value`));
  return rows[0]!.value;
}

/** The same for a function that returns a set. */
export async function callEngineForAll<T>(client: Queryable, name: string, values: readonly unknown[]): Promise<T[]> {
  const { rows } = await client.query<{ value: T }>(statement(name, values, (call) => `SELECT value FROM ${call} AS value`));
  return rows.map(({ value }) => value);
}

function statement(name: string, values: readonly unknown[], query: (call: string) => string): pg.QueryConfig {
  return { name, text: query(`${name}(${values.map((_, index) => `$${index + 1}`).join(', ')})`), values: [...values] };
}
