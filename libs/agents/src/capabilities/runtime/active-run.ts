import { LeaseLostError, type ClaimedRun, type Clock } from '../../kernel/index.ts';
import { Quiescence } from './quiescence.ts';
import { RunControl } from './run-control.ts';
import type { RuntimeTimings } from './runtime-timings.ts';

/** A run this process drives, and how much of its lease is left by the monotonic clock. */
export class ActiveRun {
  readonly control: RunControl;
  readonly quiescence = new Quiescence();
  readonly released: Promise<void>;
  /** Call when this process let go of the run. */
  readonly release: () => void;
  readonly #clock: Clock;
  readonly #usableMs: number;
  #renewedAt: number;

  constructor(readonly run: ClaimedRun, { clock, timings, renewedAt }: { clock: Clock; timings: RuntimeTimings; renewedAt: number }) {
    this.#clock = clock;
    this.#usableMs = timings.leaseMs - timings.leaseMarginMs;
    this.#renewedAt = renewedAt;
    this.control = new RunControl({ check: () => this.checkLease() });
    let release = (): void => undefined;
    this.released = new Promise((resolve) => { release = resolve; });
    this.release = release;
  }

  renewed(at: number): void {
    this.#renewedAt = Math.max(this.#renewedAt, at);
  }

  /** Too little is left: effects stop before another process may start them. */
  checkLease(): void {
    if (this.#clock.monotonicMs() - this.#renewedAt >= this.#usableMs) this.control.trip(new LeaseLostError(this.run.runId));
  }
}
