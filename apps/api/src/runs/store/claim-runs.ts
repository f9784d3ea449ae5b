import type { ClaimedRun, RunStore } from '@roster/agents/kernel';

import { claimedRun, type ClaimedRow } from './claimed-run.ts';
import { callEngineForAll, type StoreSession } from './store-session.ts';

/** pending -> running under a new epoch, journal included. Rows in other hands are skipped, so two workers never get the same run. */
export async function claimRuns(store: StoreSession, { owner, leaseMs, queues, limit, runId = undefined }: Parameters<RunStore['claim']>[0]): Promise<ClaimedRun[]> {
  if (limit <= 0) return [];
  const rows = await store.command('claim', () =>
    callEngineForAll<ClaimedRow>(store.pool, 'engine_claim', [owner, leaseMs, queues, limit, runId ?? null]));
  for (const { streamId } of rows) store.announce({ streamId });
  return rows.map(claimedRun);
}
