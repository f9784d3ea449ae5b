import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal, JournalEntry } from './journal.ts';

/** One answer on its way: writes in pace, stops when the client is gone, and keeps the journal. */
export class ReplyWriter {
  #startedAt = performance.now();
  #plannedMs = 0;
  #gone = false;
  #timer: NodeJS.Timeout | undefined;
  #endPause = (): void => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly place: { journal: Journal; entry: JournalEntry },
  ) {
    response.on('close', () => {
      this.#gone = !response.writableFinished;
      if (this.#gone) place.journal.close(place.entry, 'client_gone');
      clearTimeout(this.#timer);
      this.#endPause();
    });
  }

  get gone(): boolean {
    return this.#gone || this.response.destroyed;
  }

  head(status: number, headers: Record<string, string>): void {
    this.place.entry.status = status;
    this.response.writeHead(status, headers);
    this.response.flushHeaders();
  }

  /** Waits until the planned moment; the plan adds up from the start, so lateness never accumulates. */
  async pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    this.#plannedMs += ms;
    const dueAt = this.#startedAt + this.#plannedMs;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0 && !this.gone) {
      await new Promise<void>((resolve) => {
        this.#endPause = resolve;
        this.#timer = setTimeout(resolve, waitMs);
      });
    }
    if (this.gone) return;
    this.place.journal.late(Math.max(0, performance.now() - dueAt));
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.gone) return;
    this.place.entry.bytes += bytes.length;
    if (this.response.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.response.off('drain', done).off('close', done);
        resolve();
      };
      this.response.on('drain', done).on('close', done);
    });
  }

  /** Lets the bytes written so far leave as a chunk of their own. */
  async apart(): Promise<void> {
    await new Promise(setImmediate);
  }

  json(status: number, value: unknown, headers: Record<string, string> = {}): void {
    const bytes = Buffer.from(JSON.stringify(value));
    this.head(status, { 'content-type': 'application/json', ...headers });
    this.place.entry.bytes += bytes.length;
    this.end(bytes);
  }

  end(bytes?: Buffer): void {
    this.response.end(bytes);
    this.place.journal.close(this.place.entry, 'complete');
  }

  /** Ends as a fault: the socket is torn, or left open without another byte. */
  fault(kind: 'reset' | 'stall'): void {
    this.place.journal.close(this.place.entry, 'fault');
    if (kind === 'reset') this.request.socket.resetAndDestroy();
  }
}
