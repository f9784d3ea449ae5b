// The only RunStore. Each command is one file and one transaction over the functions of the engine's migrations; the invariants stand there.
import type pg from 'pg';
import type { CancelReason, Json, Principal, RunError, RunEventEnvelope, RunStatus, StatusReason } from '@roster/agents/contracts';
import type {
  BeatAnswer, ClaimedRun, Consumed, CreatedRun, DecideAnswer, Decision, EndAnswer, Fence, JournalCommit, NewRun, RunEnd, RunStore, RunView,
  SignalAnswer, StepWrite, SuspendAnswer, SweepAnswer, WaitFor, WaitRow,
} from '@roster/agents/kernel';

import { readEvents, readRunView } from '../run-log.ts';
import { cancelRun } from './cancel-run.ts';
import { claimRuns } from './claim-runs.ts';
import { commitSteps } from './commit-steps.ts';
import { consumeWait } from './consume-wait.ts';
import { createRun, createRunIn, type StartWrites } from './create-run.ts';
import { decideRequest } from './decide-request.ts';
import { endRun } from './end-run.ts';
import { heartbeatLeases } from './heartbeat-leases.ts';
import { openRequest } from './open-request.ts';
import { signalRun } from './signal-run.ts';
import { spawnChild } from './spawn-child.ts';
import { StoreSession } from './store-session.ts';
import type { PostgresRunStoreOptions } from './store-options.ts';
import { suspendRun, type Suspension } from './suspend-run.ts';
import { sweepRuns } from './sweep-runs.ts';
import { yieldRun } from './yield-run.ts';

export class PostgresRunStore implements RunStore {
  readonly #store: StoreSession;

  constructor(options: PostgresRunStoreOptions) {
    this.#store = new StoreSession(options);
  }

  create(run: NewRun): Promise<CreatedRun> {
    return createRun(this.#store, run);
  }

  /** The same, with rows of the caller in the same transaction, written before the run. They are repeated with it, so mint ids outside. */
  createWith(run: NewRun, writes: StartWrites): Promise<CreatedRun> {
    return createRun(this.#store, run, writes);
  }

  /** In the caller's transaction, without its retries; the caller calls `announce` after its commit. */
  createIn(client: pg.PoolClient, run: NewRun): Promise<{ runId: string; inserted: boolean; announce(): void }> {
    return createRunIn(this.#store, client, run);
  }

  claim(request: Parameters<RunStore['claim']>[0]): Promise<ClaimedRun[]> {
    return claimRuns(this.#store, request);
  }

  heartbeat(owner: string, leases: readonly Fence[], leaseMs: number): Promise<ReadonlyMap<string, BeatAnswer>> {
    return heartbeatLeases(this.#store, { owner, leases, leaseMs });
  }

  begin(fence: Fence, commit: JournalCommit): Promise<void> {
    return commitSteps(this.#store, 'begin', { fence, commit });
  }

  finish(fence: Fence, commit: JournalCommit): Promise<void> {
    return commitSteps(this.#store, 'finish', { fence, commit });
  }

  spawn(...[fence, step, child, events]: Parameters<RunStore['spawn']>): Promise<CreatedRun> {
    return spawnChild(this.#store, { fence, step, child, events });
  }

  openRequest(...[fence, step, request, events]: Parameters<RunStore['openRequest']>): Promise<void> {
    return openRequest(this.#store, { fence, step, request, events });
  }

  consume(fence: Fence, step: StepWrite, wait: WaitFor): Promise<Consumed> {
    return consumeWait(this.#store, { fence, step, wait });
  }

  suspend(fence: Fence, waits: readonly WaitRow[], facts: Suspension['facts']): Promise<SuspendAnswer> {
    return suspendRun(this.#store, { fence, waits, facts });
  }

  signal({ runId }: { runId: string }, name: string, signal: { payload: Json; idempotencyKey?: string; sentBy: Principal }): Promise<SignalAnswer> {
    return signalRun(this.#store, { runId, name, ...signal });
  }

  decide(decision: Decision): Promise<DecideAnswer> {
    return decideRequest(this.#store, decision);
  }

  end(fence: Fence, end: RunEnd): Promise<EndAnswer> {
    return endRun(this.#store, fence, end);
  }

  cancel(request: { runId: string; reason: CancelReason; by: Principal | null }): Promise<{ status: RunStatus } | null> {
    return cancelRun(this.#store, request);
  }

  retryLater(fence: Fence, { delayMs, error }: { delayMs: number; error: RunError }): Promise<void> {
    return yieldRun(this.#store, 'retryLater', { fence, reason: 'retry', delayMs, error });
  }

  release(fence: Fence, reason: StatusReason, delayMs = 0): Promise<void> {
    return yieldRun(this.#store, 'release', { fence, reason, delayMs, error: null });
  }

  sweep(options: { batch: number; leaseMs: number }): Promise<SweepAnswer> {
    return sweepRuns(this.#store, options);
  }

  view(runId: string): Promise<RunView | null> {
    return readRunView(this.#store.pool, runId);
  }

  events(streamId: string, after: number, limit: number): Promise<RunEventEnvelope[]> {
    return readEvents(this.#store.pool, { streamId, after, limit });
  }
}
