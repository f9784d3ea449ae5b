import { DeadlineExceededError, LeaseLostError, RunCancelledError } from '../../kernel/index.ts';

/** Tells whether this process may still begin effects of the run. */
export interface LeaseWatch { check(): void }

/**
 * The sticky end of a claim: once tripped, every later context call throws the same error, whatever the agent does with it.
 * Invariant: the first cause stays.
 */
export class RunControl {
  readonly #abort = new AbortController();
  readonly #lease: LeaseWatch;
  #trip: (error: Error) => void = () => undefined;
  #error: Error | null = null;
  /** Resolves with the cause. */
  readonly tripped: Promise<Error>;

  constructor(lease: LeaseWatch) {
    this.#lease = lease;
    this.tripped = new Promise((resolve) => { this.#trip = resolve; });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get error(): Error | null {
    return this.#error;
  }

  trip(error: Error): void {
    if (this.#error) return;
    this.#error = error;
    this.#trip(error);
    this.#abort.abort(error);
  }

  /** Also notices a lease that ran out while the event loop was blocked. */
  check(): void {
    if (!this.#error) this.#lease.check();
    if (this.#error) throw this.#error;
  }

  /** Results of calls in flight may still be written: the run was cancelled or is late, but the lease is ours. */
  get mayRecord(): boolean {
    return this.#error === null || this.#error instanceof RunCancelledError || this.#error instanceof DeadlineExceededError;
  }

  get isLost(): boolean {
    return this.#error instanceof LeaseLostError;
  }
}
