import type { ClaimedRun, Clock } from '../../kernel/index.ts';

/** The database's time without asking it: its now at the claim, moved on by this process's monotonic clock. */
export class DatabaseClock {
  readonly #clock: Clock;
  readonly #claimedAt: number;
  readonly #databaseNow: number;

  constructor(clock: Clock, run: Pick<ClaimedRun, 'deadlineAt' | 'remainingMs'>) {
    this.#clock = clock;
    this.#claimedAt = clock.monotonicMs();
    this.#databaseNow = run.deadlineAt.getTime() - run.remainingMs;
  }

  now(): Date {
    return new Date(Math.round(this.#databaseNow + this.#clock.monotonicMs() - this.#claimedAt));
  }

  msUntil(at: Date): number {
    return at.getTime() - this.now().getTime();
  }
}
