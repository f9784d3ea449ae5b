import type { Fence, NewEvent, NewHumanRequest, StepWrite } from '@roster/agents/kernel';

import { eventRows, jsonParameter } from './parameters.ts';
import { callEngine, type StoreSession } from './store-session.ts';

export interface RequestOpening { fence: Fence; step: StepWrite; request: NewHumanRequest; events: readonly NewEvent[] }

/** Request, step and event in one commit; a replay opens nothing twice. Locks: the run, the stream. */
export async function openRequest(store: StoreSession, { fence, step, request, events }: RequestOpening): Promise<void> {
  const values = [fence.runId, fence.epoch, jsonParameter(step), jsonParameter(request), jsonParameter(eventRows(events))];
  const streamId = await store.command('openRequest', () => callEngine<string | null>(store.pool, 'engine_open_request', values));
  store.announce({ streamId });
}
