import { DeadlineExceededError, LeaseLostError, RunCancelledError, type BeatAnswer } from '../../kernel/index.ts';
import type { ActiveRun } from './active-run.ts';
import type { RuntimePorts } from './runtime-ports.ts';

/** One batched heartbeat for all runs of the process; tells each run what the database said about it. */
export class LeaseKeeper {
  readonly #ports: RuntimePorts;
  readonly #owner: string;
  readonly #active: ReadonlyMap<string, ActiveRun>;
  #timer: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #beating: Promise<void> | null = null;
  #again = false;
  #stopped = true;

  constructor(ports: RuntimePorts, owner: string, active: ReadonlyMap<string, ActiveRun>) {
    this.#ports = ports;
    this.#owner = owner;
    this.#active = active;
  }

  start(): void {
    const { beatMs, leaseMs } = this.#ports.timings;
    this.#stopped = false;
    this.#timer = setInterval(() => void this.beat(), beatMs);
    this.#watch = setInterval(() => { for (const run of this.#active.values()) run.checkLease(); }, Math.max(50, leaseMs / 20));
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    if (this.#watch) clearInterval(this.#watch);
  }

  /** At most one beat at a time; a request during one asks for another after it. */
  async beat(): Promise<void> {
    if (this.#beating) {
      this.#again = true;
      return this.#beating;
    }
    this.#beating = this.#beatOnce().finally(() => { this.#beating = null; });
    await this.#beating;
    if (!this.#again || this.#stopped) return;
    this.#again = false;
    return this.beat();
  }

  async #beatOnce(): Promise<void> {
    const { store, clock, timings, log } = this.#ports;
    const runs = [...this.#active.values()];
    if (runs.length === 0) return;
    const sentAt = clock.monotonicMs();
    try {
      const answers = await store.heartbeat(this.#owner, runs.map(({ run: { runId, epoch } }) => ({ runId, epoch })), timings.leaseMs);
      for (const run of runs) heed(run, { answer: answers.get(run.run.runId) ?? 'lost', sentAt });
    } catch (error) {
      log('warn', 'heartbeat_failed', { owner: this.#owner, runs: runs.length, error: String(error) });
    }
  }
}

function heed(active: ActiveRun, { answer, sentAt }: { answer: BeatAnswer; sentAt: number }): void {
  if (answer !== 'lost') active.renewed(sentAt);
  switch (answer) {
    case 'ok': return;
    case 'cancel': return active.control.trip(new RunCancelledError('requested'));
    case 'deadline': return active.control.trip(new DeadlineExceededError());
    case 'lost': return active.control.trip(new LeaseLostError(active.run.runId));
  }
}
