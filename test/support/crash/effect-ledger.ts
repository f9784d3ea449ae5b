import pg from 'pg';

/** Every effect outside that really happened, written on a connection of its own: nothing the engine rolls back touches it. */
export const LEDGER_TABLE = `
CREATE TABLE IF NOT EXISTS effect_ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL, run_id uuid NOT NULL, kind text NOT NULL CHECK (kind IN ('once', 'idempotent', 'model')),
  pid integer NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp()
)`;

export type EffectKind = 'once' | 'idempotent' | 'model';

export class EffectLedger {
  readonly #client: pg.Pool;

  constructor(url: string) {
    this.#client = new pg.Pool({ connectionString: url, max: 2 });
    this.#client.on('error', () => undefined);
  }

  async write(kind: EffectKind, { key, runId }: { key: string; runId: string }): Promise<void> {
    await this.#client.query('INSERT INTO effect_ledger (key, run_id, kind, pid) VALUES ($1, $2, $3, $4)', [key, runId, kind, process.pid]);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
