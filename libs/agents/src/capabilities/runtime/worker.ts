import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimedRun } from '../../kernel/index.ts';
import { ActiveRun } from './active-run.ts';
import { DrainAbortedError } from './drain-aborted-error.ts';
import { drive, type DriveOutcome } from './driver.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import type { LocalRuns } from './local-runs.ts';
import type { RuntimePorts } from './runtime-ports.ts';

export interface WorkerOptions {
  ports: RuntimePorts;
  /** Unique per process and start: a lease belongs to exactly one. */
  owner: string;
  /** Queues whose pending runs this process claims. Empty: it drives only what it created claimed. */
  queues: readonly string[];
  /** Runs at once [10]. */
  capacity?: number;
}

/** Time that aborted effects get to notice, when a drain is over. */
const ABORT_GRACE_MS = 500;

/** Drives runs in this process: claims pending ones, keeps their leases, hands them back when it stops. */
export class Worker implements LocalRuns {
  readonly #ports: RuntimePorts;
  readonly #options: Required<WorkerOptions>;
  readonly #active = new Map<string, ActiveRun>();
  readonly #leases: LeaseKeeper;
  #reserved = 0;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #poll: NodeJS.Timeout | null = null;
  #started = false;
  #stopping = false;

  constructor(options: WorkerOptions) {
    this.#ports = options.ports;
    this.#options = { capacity: 10, ...options };
    this.#leases = new LeaseKeeper(options.ports, options.owner, this.#active);
  }

  get owner(): string {
    return this.#options.owner;
  }

  /** The lease for a run that is created claimed by this process. */
  get claim(): { owner: string; leaseMs: number } {
    return { owner: this.owner, leaseMs: this.#ports.timings.leaseMs };
  }

  get activeRunIds(): readonly string[] {
    return [...this.#active.keys()];
  }

  start(): void {
    this.#started = true;
    this.#leases.start();
    if (this.#options.queues.length === 0) return;
    this.#poll = setInterval(() => this.wake(), this.#ports.timings.pollMs);
    this.wake();
  }

  /** Lets every run reach its next step boundary and releases it; what does not get there in time is released as it is. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#poll) clearInterval(this.#poll);
    for (const { quiescence } of this.#active.values()) quiescence.requestYield();
    await Promise.race([this.#allReleased(), delay(this.#ports.timings.drainMs, undefined, { ref: false })]);
    for (const { control } of this.#active.values()) control.trip(new DrainAbortedError());
    await Promise.race([this.#allReleased(), delay(ABORT_GRACE_MS, undefined, { ref: false })]);
    this.#leases.stop();
    await this.#claiming;
  }

  /**
   * Drives a claimed run to wherever this process lets go of it. Never throws. `claimedAtMs`: monotonic time before the claim was
   * asked for [now], so that a process which slept in between knows that its lease is gone.
   */
  async drive(run: ClaimedRun, claimedAtMs?: number): Promise<DriveOutcome> {
    const { clock, timings, log } = this.#ports;
    const active = new ActiveRun(run, { clock, timings, renewedAt: claimedAtMs ?? clock.monotonicMs() });
    this.#active.set(run.runId, active);
    if (this.#stopping) active.quiescence.requestYield();
    log('debug', 'run_claimed', { runId: run.runId, epoch: run.epoch, agentKey: run.agentKey, attempt: run.attempt });
    try {
      const outcome = await drive({ ports: this.#ports, local: this, run, control: active.control, quiescence: active.quiescence });
      log('debug', 'run_let_go', { runId: run.runId, epoch: run.epoch, outcome });
      return outcome;
    } catch (error) {
      log('error', 'drive_failed', { runId: run.runId, error: error instanceof Error ? error.stack : String(error) });
      return 'lost';
    } finally {
      if (this.#active.get(run.runId) === active) this.#active.delete(run.runId);
      active.release();
      this.wake();
    }
  }

  /** A doorbell: claims the best pending run and drives it. False when there was no room or nothing to claim. */
  async answer(): Promise<boolean> {
    const askedAtMs = this.#ports.clock.monotonicMs();
    const [run] = await this.#claim(1);
    if (!run) return false;
    await this.drive(run, askedAtMs);
    return true;
  }

  /** Looks for pending runs now, as many as fit. */
  wake(): void {
    if (!this.#started || this.#stopping || this.#options.queues.length === 0) return;
    if (this.#claiming) this.#claimAgain = true;
    else this.#claiming = this.#claimAll().finally(() => { this.#claiming = null; });
  }

  claimFor({ child, parent }: { child: string; parent: string }): { owner: string; leaseMs: number } | null {
    const serves = child === parent || this.#options.queues.includes(child);
    // A claim under way may take the same place: then one run more than the capacity is driven, and no parent leaves memory for it.
    return serves && !this.#stopping && this.#active.size < this.#options.capacity ? this.claim : null;
  }

  released(runId: string): Promise<void> | null {
    return this.#active.get(runId)?.released ?? null;
  }

  beatSoon(): void {
    void this.#leases.beat();
  }

  get #room(): number {
    return this.#options.capacity - this.#active.size - this.#reserved;
  }

  async #claimAll(): Promise<void> {
    do {
      this.#claimAgain = false;
      const askedAtMs = this.#ports.clock.monotonicMs();
      const runs = await this.#claim(this.#room);
      for (const run of runs) void this.drive(run, askedAtMs);
      if (runs.length > 0) this.#claimAgain = true;
    } while (this.#claimAgain && !this.#stopping && this.#room > 0);
  }

  async #claim(limit: number): Promise<ClaimedRun[]> {
    const { store, log, timings } = this.#ports;
    const wanted = Math.min(limit, this.#room);
    if (this.#stopping || wanted <= 0) return [];
    this.#reserved += wanted;
    try {
      return await store.claim({ owner: this.owner, leaseMs: timings.leaseMs, queues: this.#options.queues, limit: wanted });
    } catch (error) {
      log('warn', 'claim_failed', { owner: this.owner, error: String(error) });
      return [];
    } finally {
      this.#reserved -= wanted;
    }
  }

  async #allReleased(): Promise<void> {
    await Promise.all([...this.#active.values()].map(({ released }) => released));
  }
}
