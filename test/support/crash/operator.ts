import type { Json } from '@roster/agents/contracts';
import type pg from 'pg';

import type { PostgresRunStore } from '../../../apps/api/src/runs/store/postgres-run-store.ts';
import { manager } from './engine.ts';

interface OpenCard { id: string; run_id: string; kind: string; card: { stepKey?: string } }

/**
 * The person beside the machines: approves refunds, sends the awaited signal, and looks into the ledger before deciding a step
 * in doubt. Keeps asking until stopped, since a process may die between its question and our answer.
 */
export class Operator {
  readonly #pool: pg.Pool;
  readonly #store: PostgresRunStore;
  readonly #timer: NodeJS.Timeout;
  #busy: Promise<void> = Promise.resolve();

  readonly #doubtAfterMs: number;

  /** `doubtAfterMs`: how old a card about doubt must be, so that a process that is only slow or asleep has finished what it had in its hands. */
  constructor(pool: pg.Pool, store: PostgresRunStore, doubtAfterMs = 1_000) {
    this.#pool = pool;
    this.#store = store;
    this.#doubtAfterMs = doubtAfterMs;
    this.#timer = setInterval(() => { this.#busy = this.#busy.then(() => this.#look()).catch(() => undefined); }, 60);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#busy;
  }

  async #look(): Promise<void> {
    const { rows: cards } = await this.#pool.query<OpenCard>(
      `SELECT id, run_id, kind, card FROM human_requests WHERE status = 'pending' AND (kind <> 'in_doubt' OR created_at < now() - $1 * interval '1 millisecond')`, [this.#doubtAfterMs]);
    for (const card of cards) await this.#store.decide({ requestId: card.id, decision: card.kind === 'in_doubt' ? await this.#settle(card) : { approved: true }, decidedBy: manager });
    const { rows: waits } = await this.#pool.query<{ run_id: string }>(`SELECT run_id FROM run_waits WHERE kind = 'signal' AND name = 'go'`);
    for (const { run_id: runId } of waits) await this.#store.signal({ runId }, 'go', { payload: 'go', idempotencyKey: 'go', sentBy: manager });
  }

  async #settle({ run_id: runId, card: { stepKey } }: OpenCard): Promise<{ choice: 'retry' } | { choice: 'record'; result: Json }> {
    const { rowCount } = await this.#pool.query('SELECT FROM effect_ledger WHERE key = $1', [`${runId}/0/${stepKey}`]);
    if (!rowCount) return { choice: 'retry' };
    return { choice: 'record', result: stepKey!.endsWith('refund') ? { refunded: 40 } : stepKey!.endsWith('helper') ? 'helper' : 'one' };
  }
}
