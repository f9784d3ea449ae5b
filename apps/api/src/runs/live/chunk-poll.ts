import type pg from 'pg';

import type { Logger } from '../../telemetry/logger.ts';
import type { LocalLiveHub } from './local-live-hub.ts';

const POLL_MS = 1_000;

const NEWS = `
SELECT r.stream_id, c.run_id, r.agent_id, c.step_key, c.attempt, c.kind, c.block_id, c.char_offset, c.text, c.created_at
  FROM runs r JOIN run_chunks c ON c.run_id = r.id
 WHERE r.stream_id = ANY ($1::uuid[]) AND r.lease_owner IS DISTINCT FROM $2 AND c.created_at >= $3::timestamptz AND c.kind IN ('text', 'reasoning')
 ORDER BY c.created_at, c.idx LIMIT 1000`;

interface ChunkRow { stream_id: string; run_id: string; agent_id: string; step_key: string; attempt: number; kind: 'text' | 'reasoning'; block_id: string; char_offset: number; text: string; created_at: Date }

/** Several processes and no Redis: one query a second brings the text of runs driven elsewhere. Offsets let a reader drop what it has. */
export class ChunkPoll {
  readonly #timer: NodeJS.Timeout;
  #since = new Date(0);
  #polling = false;

  constructor(private readonly options: { pool: pg.Pool; hub: LocalLiveHub; logger: Logger; owner: string }) {
    this.#timer = setInterval(() => void this.poll(), POLL_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async poll(): Promise<void> {
    const { pool, hub, logger, owner } = this.options;
    const streamIds = hub.streamIds;
    if (this.#polling || streamIds.length === 0) return;
    this.#polling = true;
    try {
      const { rows } = await pool.query<ChunkRow>({ name: 'poll_chunks', text: NEWS, values: [streamIds, owner, this.#since] });
      for (const row of rows) hub.deliver(row.stream_id, messageOf(row));
      const newest = rows.at(-1)?.created_at;
      if (newest) this.#since = newest;
    } catch (error) {
      logger.warn({ event: 'chunks_not_read', err: error });
    } finally {
      this.#polling = false;
    }
  }
}

const messageOf = (row: ChunkRow) => ({
  kind: 'delta' as const,
  envelope: {
    streamId: row.stream_id, runId: row.run_id, agentId: row.agent_id,
    event: { type: 'assistant_reply' as const, stepKey: row.step_key, attempt: row.attempt, blockId: row.block_id, kind: row.kind, offset: row.char_offset, text: row.text },
  },
});
