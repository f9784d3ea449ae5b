import { RunCancelledError, type ClaimedRun, type RunStore } from '../../kernel/index.ts';
import type { RunControl } from './run-control.ts';

/** Set by the parent at spawn: active milliseconds of the run, waits for people and queues not counted. */
export const TIME_BUDGET_LABEL = 'roster.active_time_limit_ms';

/** Ends a delegated run whose active time is used up as its parent asked: cancelled, reason `delegation_timeout`. */
export function watchActiveTime({ run, store, control }: { run: ClaimedRun; store: RunStore; control: RunControl }): () => void {
  const limitMs = Number(run.labels[TIME_BUDGET_LABEL]);
  if (!Number.isFinite(limitMs)) return () => undefined;
  const timer = setTimeout(() => {
    store.cancel({ runId: run.runId, reason: 'delegation_timeout', by: null }).then(
      () => control.trip(new RunCancelledError('delegation_timeout')),
      () => undefined, // the next claim's timer, or the run's deadline
    );
  }, Math.max(0, limitMs - run.budgetUsedMs));
  return () => clearTimeout(timer);
}
