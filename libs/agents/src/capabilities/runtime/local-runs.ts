import type { ClaimedRun } from '../../kernel/index.ts';

/** The runs this process drives, as a running claim sees them: for children that can be driven right here. */
export interface LocalRuns {
  /** The lease to create a child with, when this process has room and serves its queue, or drives its parent from the same one. */
  claimFor(queues: { child: string; parent: string }): { owner: string; leaseMs: number } | null;
  /** `claimedAtMs`: monotonic time before the run was created with this process's lease. */
  drive(run: ClaimedRun, claimedAtMs: number): unknown;
  /** Settles when this process lets go of the run; null when it does not drive it. */
  released(runId: string): Promise<void> | null;
  /** Looks for cancels of the runs driven here without waiting for the next beat. */
  beatSoon(): void;
}
