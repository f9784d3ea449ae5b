import type { ServerResponse } from 'node:http';

const pingMs = 15_000;
/** A reader this far behind is cut off; it may resume. It never slows the run. */
const maxBehindBytes = 1024 * 1024;
/** A replay waits this long for a reader that takes nothing. */
const stallMs = 60_000;

/** Headers of every event stream (protocols.md section 4). */
const sseHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
} as const;

/**
 * One server-sent event stream. Frames of one event-loop turn leave in one write; silence is filled with comments;
 * `closed` aborts when the client is gone or too slow.
 */
export class SseResponse {
  private readonly abort = new AbortController();
  private pending = '';
  private flushing = false;
  private readonly ping: NodeJS.Timeout;

  constructor(private readonly response: ServerResponse, headers: Record<string, string> = {}) {
    response.on('close', () => this.onClose());
    response.writeHead(200, { ...sseHeaders, ...headers });
    response.flushHeaders();
    this.ping = setInterval(() => this.comment('ping'), pingMs).unref();
  }

  /** Aborts when nothing more can be sent. */
  get closed(): AbortSignal {
    return this.abort.signal;
  }

  /** A whole frame, its blank line included. */
  send(frame: string): void {
    if (this.abort.signal.aborted) return;
    this.pending += frame;
    if (this.flushing) return;
    this.flushing = true;
    setImmediate(() => this.flush());
  }

  /** Resolves when the client has taken all that was sent, or is gone: a replay waits for it, live text never does. */
  async drained(): Promise<void> {
    this.flush();
    if (!this.response.writableNeedDrain || this.abort.signal.aborted) return;
    const stalled = setTimeout(() => this.cut(), stallMs).unref();
    await new Promise<void>((resolve) => {
      this.response.once('drain', resolve);
      this.abort.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    clearTimeout(stalled);
  }

  /** Sends what is pending, then ends the stream. */
  end(): void {
    this.flush();
    clearInterval(this.ping);
    if (!this.response.writableEnded) this.response.end();
  }

  /** Drops the connection without a last word. */
  cut(): void {
    this.response.destroy();
  }

  private comment(text: string): void {
    this.send(`: ${text}\n\n`);
  }

  private flush(): void {
    this.flushing = false;
    const frames = this.pending;
    this.pending = '';
    if (frames === '' || this.response.writableEnded || this.response.destroyed) return;
    if (this.response.writableLength > maxBehindBytes) return this.cut(); // left from earlier turns: one frame alone may be larger
    this.response.write(frames);
    this.ping.refresh();
  }

  private onClose(): void {
    clearInterval(this.ping);
    this.abort.abort();
  }
}
