import type { Consumed, Fence, StepWrite, WaitFor } from '@roster/agents/kernel';

import { jsonParameter } from './parameters.ts';
import { callEngine, type StoreSession } from './store-session.ts';

/** A signal is taken by exactly one step, in the commit that records it. Locks: the run. */
export async function consumeWait(store: StoreSession, { fence, step, wait }: { fence: Fence; step: StepWrite; wait: WaitFor }): Promise<Consumed> {
  const values = [fence.runId, fence.epoch, jsonParameter(step), jsonParameter(wait)];
  const found = await store.command('consume', () => callEngine<Consumed | null>(store.pool, 'engine_consume', values));
  return found ?? { kind: 'not_ready' };
}
