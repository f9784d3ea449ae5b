/** The model was silent for too long: before its first content, or between two parts. */
export class SilentModelError extends Error {
  constructor(readonly phase: 'first_token' | 'idle') {
    super(`The model was silent (${phase}).`);
  }
}

export interface StreamWatchOptions { firstTokenTimeoutMs: number; idleTimeoutMs: number; signal: AbortSignal }

/**
 * Aborts a model call when the caller does, or when nothing comes for too long. `seen` is called per token and therefore
 * only notes the time; one timer looks at it.
 */
export class StreamWatch {
  readonly #abort = new AbortController();
  readonly #aborted: Promise<never>;
  #seenAt = performance.now();
  #started = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: StreamWatchOptions) {
    this.#aborted = new Promise((_, reject) => {
      this.#abort.signal.addEventListener('abort', () => reject(this.#abort.signal.reason as Error), { once: true });
    });
    this.#aborted.catch(() => undefined);
    options.signal.addEventListener('abort', this.#onCallerAbort, { once: true });
    this.#arm(options.firstTokenTimeoutMs);
  }

  /** For the provider package; aborted for the caller's reason or with a `SilentModelError`. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  seen(content: boolean): void {
    this.#seenAt = performance.now();
    if (!content || this.#started) return;
    this.#started = true;
    this.#arm(this.options.idleTimeoutMs);
  }

  /** The promise, or the reason of an abort that comes first, even when the provider ignores its signal. */
  race<Value>(promise: PromiseLike<Value>): Promise<Value> {
    return Promise.race([promise, this.#aborted]);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.options.signal.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = () => this.#abort.abort(this.options.signal.reason);

  #arm(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), delayMs);
  }

  #check(): void {
    if (!this.#started) return this.#abort.abort(new SilentModelError('first_token'));
    const leftMs = this.#seenAt + this.options.idleTimeoutMs - performance.now();
    if (leftMs > 1) this.#arm(leftMs);
    else this.#abort.abort(new SilentModelError('idle'));
  }
}
