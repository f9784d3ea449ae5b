import type { MergeClock } from './merge-clock.ts';

/** Held back at most this much per stream, then handed on without waiting for the tick. */
export const heldBytesLimit = 64 * 1024;
/** A non-empty text, reasoning or argument string in any of the providers' formats. */
const firstContent = /"(?:content|reasoning_content|reasoning|text|thinking|partial_json|arguments|delta)"\s*:\s*"[^"]/u;

/** Source of one merged stream: everything up to the first content at once, later bytes at the ticks of the clock. */
export class MergedBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;
  #contentSeen = false;
  #closed = false;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #leave = (): void => undefined;
  #wanted = (): void => undefined;

  constructor(body: ReadableStream<Uint8Array>, private readonly clock: MergeClock) {
    this.#reader = body.getReader();
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    this.#leave = this.clock.join(() => this.#flush());
    void this.#pump();
  }

  pull(): void {
    this.#wanted();
  }

  async cancel(reason: unknown): Promise<void> {
    this.#end();
    this.#wanted();
    await this.#reader.cancel(reason);
  }

  async #pump(): Promise<void> {
    try {
      for (;;) {
        if ((this.#controller.desiredSize ?? 0) <= 0) await new Promise<void>((resolve) => (this.#wanted = resolve));
        const { done, value } = await this.#reader.read();
        if (this.#closed) return;
        if (done) break;
        this.#accept(value);
      }
      this.#flush();
      this.#controller.close();
    } catch (error) {
      if (this.#closed) return;
      this.#flush();
      this.#controller.error(error);
    } finally {
      this.#end();
    }
  }

  #accept(chunk: Uint8Array): void {
    this.#held.push(chunk);
    this.#heldBytes += chunk.byteLength;
    const atOnce = !this.#contentSeen || !this.clock.merging || this.#heldBytes >= heldBytesLimit;
    this.#contentSeen ||= firstContent.test(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1'));
    if (atOnce) this.#flush();
  }

  #flush(): void {
    if (this.#heldBytes === 0 || this.#closed) return;
    this.#controller.enqueue(this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held));
    this.#held.length = 0;
    this.#heldBytes = 0;
  }

  #end(): void {
    this.#closed = true;
    this.#leave();
  }
}
