import type { EndAnswer, Fence, RunEnd } from '@roster/agents/kernel';

import { eventRows, jsonParameter } from './parameters.ts';
import type { StoreSession } from './store-session.ts';
import { changeTree } from './tree-change.ts';

/**
 * The terminal commit (I2): children first, then the run's last events, its outcome, its reply, and the parent's wake-up.
 * While a child runs on the outcome waits with the run. Locks: the tree, the family by id, the stream.
 */
export async function endRun(store: StoreSession, fence: Fence, { activeMs = 0, events, ...end }: RunEnd): Promise<EndAnswer> {
  const values = [fence.runId, fence.epoch, jsonParameter({ ...end, events: eventRows(events) }), Math.round(activeMs)];
  const outcome = await changeTree(store, 'end', { call: 'engine_end', values });
  return outcome!.status === end.status ? 'ended' : 'waiting_for_children';
}
