import type { Pool } from 'pg';

const pollMs = 1_000;

interface Watched { position(): number; onBehind(): void }

/**
 * The fallback of the live hub: one query a second for all open streams of the process compares their last committed
 * number with what each reader has. A lost hint therefore delays a reader by at most a second.
 */
export class StreamPositions {
  private readonly watched = new Map<string, Set<Watched>>();
  private timer: NodeJS.Timeout | undefined;
  private polling = false;

  constructor(private readonly pool: Pool, private readonly onError: (error: unknown) => void) {}

  /** Calls `onBehind` when the stream has numbers after `position()`. Returns the function that stops watching. */
  watch(streamId: string, reader: Watched): () => void {
    const readers = this.watched.get(streamId) ?? new Set();
    this.watched.set(streamId, readers.add(reader));
    this.timer ??= setInterval(() => void this.poll(), pollMs).unref();
    return () => this.forget(streamId, reader);
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.watched.clear();
  }

  private forget(streamId: string, reader: Watched): void {
    const readers = this.watched.get(streamId);
    readers?.delete(reader);
    if (readers?.size === 0) this.watched.delete(streamId);
    if (this.watched.size === 0) this.close();
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    try {
      const { rows } = await this.pool.query<{ stream_id: string; last_seq: string }>(
        'select stream_id, last_seq from event_streams where stream_id = any($1::uuid[])', [[...this.watched.keys()]]);
      for (const { stream_id: streamId, last_seq: lastSeq } of rows) this.notify(streamId, Number(lastSeq));
    } catch (error) {
      this.onError(error);
    } finally {
      this.polling = false;
    }
  }

  private notify(streamId: string, lastSeq: number): void {
    for (const reader of this.watched.get(streamId) ?? []) if (reader.position() < lastSeq) reader.onBehind();
  }
}
