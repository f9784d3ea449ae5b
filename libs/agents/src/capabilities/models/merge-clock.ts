export interface MergeClockOptions {
  /** Below this many open streams nothing is merged [8]. */
  minStreams?: number;
  /** Usual distance of ticks [25 ms]. */
  tickMs?: number;
  /** Distance on a busy event loop [40 ms]. */
  busyTickMs?: number;
  /** Median lateness of recent ticks above which the loop counts as busy [10 ms]. */
  busyLagMs?: number;
}

const lagSamples = 32;

/** One timer for all open streams of the process; it runs only while enough of them are open. */
export class MergeClock {
  readonly #flushes = new Set<() => void>();
  readonly #lags: number[] = [];
  readonly #settings: Required<MergeClockOptions>;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MergeClockOptions = {}) {
    this.#settings = { minStreams: 8, tickMs: 25, busyTickMs: 40, busyLagMs: 10, ...options };
  }

  get merging(): boolean {
    return this.#timer !== undefined;
  }

  /** Distance of the next tick in milliseconds. */
  get tickMs(): number {
    const { tickMs, busyTickMs, busyLagMs } = this.#settings;
    const sorted = this.#lags.toSorted((a, b) => a - b);
    return (sorted[Math.floor(sorted.length / 2)] ?? 0) > busyLagMs ? busyTickMs : tickMs;
  }

  /** Calls `flush` at every tick until the returned function is called. */
  join(flush: () => void): () => void {
    this.#flushes.add(flush);
    if (this.#timer === undefined && this.#flushes.size >= this.#settings.minStreams) this.#schedule();
    return () => this.#flushes.delete(flush);
  }

  #schedule(): void {
    const delayMs = this.tickMs;
    const dueAt = performance.now() + delayMs;
    this.#timer = setTimeout(() => this.#tick(dueAt), delayMs);
  }

  #tick(dueAt: number): void {
    this.#timer = undefined;
    this.#lags.push(performance.now() - dueAt);
    if (this.#lags.length > lagSamples) this.#lags.shift();
    for (const flush of this.#flushes) flush();
    if (this.#flushes.size >= this.#settings.minStreams) this.#schedule();
  }
}
