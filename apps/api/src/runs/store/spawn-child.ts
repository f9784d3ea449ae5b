import type { CreatedRun, Fence, NewEvent, NewRun, StepWrite } from '@roster/agents/kernel';

import { announceCreated, runParameter, type CreatedRow } from './create-run.ts';
import { eventRows, jsonParameter } from './parameters.ts';
import { callEngine, type StoreSession } from './store-session.ts';

export interface Spawn { fence: Fence; step: StepWrite; child: NewRun & { parentToolCallId: string | null }; events: readonly NewEvent[] }

/**
 * Child, link and the parent's step in one commit, counted under the tree's row. Session, principal, turn, tree and interactivity come from
 * the parent, the deadline is never later than its. Locks: the tree, the parent, the stream.
 */
export async function spawnChild(store: StoreSession, { fence, step, child, events }: Spawn): Promise<CreatedRun> {
  const values = [fence.runId, fence.epoch, jsonParameter(step), runParameter(child, fence.runId), jsonParameter(eventRows(events))];
  const row = await store.command('spawn', () => callEngine<CreatedRow>(store.pool, 'engine_spawn', values));
  return announceCreated(store, child, row);
}
