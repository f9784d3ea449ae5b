import type { RunError, StatusReason } from '@roster/agents/contracts';
import type { Fence } from '@roster/agents/kernel';

import { jsonParameter } from './parameters.ts';
import { callEngine, type StoreSession, type Wake } from './store-session.ts';

export interface Yield { fence: Fence; reason: StatusReason; delayMs: number; error: RunError | null }

/** `release` (no error) and `retryLater`: the owner gives the run back without a crash counted. Locks: the run, the stream. */
export async function yieldRun(store: StoreSession, command: 'release' | 'retryLater', { fence, reason, delayMs, error }: Yield): Promise<void> {
  const values = [fence.runId, fence.epoch, reason, Math.ceil(delayMs), error && jsonParameter(error)];
  const { wake, streamId } = await store.command(command, () => callEngine<{ wake: Wake | null; streamId: string }>(store.pool, 'engine_yield', values));
  store.announce({ wakes: [wake], streamId });
}
