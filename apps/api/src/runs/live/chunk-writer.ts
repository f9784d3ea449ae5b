import { cleanText, type LiveEventEnvelope } from '@roster/agents/contracts';
import type { LiveMessage } from '@roster/agents/kernel';
import type pg from 'pg';

import type { Logger } from '../../telemetry/logger.ts';
import type { LocalLiveHub } from './local-live-hub.ts';
import { readPartials } from './read-partials.ts';

/** How often chunks that outlived their step are looked for. */
const DROP_EVERY_MS = 30_000;

const INSERT = `
INSERT INTO run_chunks (run_id, step_key, attempt, idx, kind, block_id, char_offset, text)
SELECT c."runId", c."stepKey", c.attempt, c.idx, c.kind, c."blockId", c."charOffset", c.text
  FROM jsonb_to_recordset($1::jsonb) AS c ("runId" uuid, "stepKey" text, attempt integer, idx integer, kind text, "blockId" text, "charOffset" integer, text text)
ON CONFLICT DO NOTHING`;

const DROP = `
DELETE FROM run_chunks c WHERE c.created_at < now() - $1 * interval '1 millisecond'
   AND NOT EXISTS (SELECT FROM run_steps s JOIN runs r ON r.id = s.run_id AND r.generation = s.generation AND r.finished_at IS NULL
                    WHERE s.run_id = c.run_id AND s.key = c.step_key AND s.state = 'intent')`;

interface Chunk { runId: string; stepKey: string; attempt: number; idx: number; kind: string; blockId: string; charOffset: number; text: string }
interface ChunkOptions { pool: pg.Pool; hub: LocalLiveHub; logger: Logger; intervalMs: number; retentionMs: number }

/** Keeps the text of unfinished model calls where other processes, and readers who come later, find it. Losing it loses no fact. */
export class ChunkWriter {
  readonly #options: ChunkOptions;
  readonly #next = new Map<string, { idx: number; usedAt: number }>();
  readonly #stopTap: () => void;
  #pending: Chunk[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #timers: NodeJS.Timeout[] = [];

  constructor(options: ChunkOptions) {
    this.#options = options;
    this.#stopTap = options.hub.tap((message) => this.#collect(message));
    this.#timers = [setInterval(() => void this.flush(), options.intervalMs), setInterval(() => void this.dropOld(), DROP_EVERY_MS)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Text of a stream's unfinished model calls up to this moment, so that nothing falls between it and the live deltas that follow. */
  async partials(streamId: string): Promise<LiveEventEnvelope[]> {
    await this.flush();
    return readPartials(this.#options.pool, streamId);
  }

  /** Writes what was collected. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    this.#stopTap();
    for (const timer of this.#timers) clearInterval(timer);
    await this.flush();
  }

  async dropOld(): Promise<void> {
    const { pool, logger, retentionMs } = this.#options;
    for (const [key, { usedAt }] of this.#next) if (usedAt < performance.now() - retentionMs) this.#next.delete(key);
    await pool.query(DROP, [retentionMs]).catch((error: unknown) => logger.warn({ event: 'chunks_not_dropped', err: error }));
  }

  #collect(message: LiveMessage): void {
    if (message.kind !== 'delta' || message.envelope.event.type !== 'assistant_reply') return;
    const { runId, event } = message.envelope as LiveEventEnvelope & { event: Extract<LiveEventEnvelope['event'], { type: 'assistant_reply' }> };
    const last = this.#pending.at(-1);
    const continues = last?.runId === runId && last.stepKey === event.stepKey && last.attempt === event.attempt && last.blockId === event.blockId;
    if (continues && last.charOffset + last.text.length === event.offset) last.text += event.text;
    else this.#pending.push({ runId, stepKey: event.stepKey, attempt: event.attempt, idx: this.#index(`${runId}/${event.stepKey}/${event.attempt}`), kind: event.kind, blockId: event.blockId, charOffset: event.offset, text: event.text });
  }

  #index(call: string): number {
    const idx = this.#next.get(call)?.idx ?? 0;
    this.#next.set(call, { idx: idx + 1, usedAt: performance.now() });
    return idx;
  }

  async #write(): Promise<void> {
    const chunks = this.#pending.splice(0);
    if (chunks.length === 0) return;
    const rows = chunks.map((chunk) => ({ ...chunk, text: cleanText(chunk.text) }));
    await this.#options.pool.query({ name: 'write_chunks', text: INSERT, values: [JSON.stringify(rows)] })
      .catch((error: unknown) => this.#options.logger.warn({ event: 'chunks_not_written', chunks: rows.length, err: error }));
  }
}
