import type { CancelReason, Principal, RunStatus } from '@roster/agents/contracts';

import { jsonParameter } from './parameters.ts';
import type { StoreSession } from './store-session.ts';
import { changeTree } from './tree-change.ts';

/** The whole subtree, children first; what runs is told (I13). The first reason stays. Locks: the tree, the family by id, the stream. */
export async function cancelRun(store: StoreSession, { runId, reason, by }: { runId: string; reason: CancelReason; by: Principal | null }): Promise<{ status: RunStatus } | null> {
  const outcome = await changeTree(store, 'cancel', { call: 'engine_cancel', values: [runId, reason, by && jsonParameter(by)] });
  return outcome && { status: outcome.status };
}
