import type { Json, Principal } from '@roster/agents/contracts';
import type { SignalAnswer } from '@roster/agents/kernel';

import { jsonParameter } from './parameters.ts';
import { callEngine, type StoreSession, type Wake } from './store-session.ts';

export interface SignalDraft { runId: string; name: string; payload: Json; idempotencyKey?: string; sentBy: Principal }

/** Stored once per (run, name, key) and the waiting run woken, under the run's lock (I8). Locks: the run. */
export async function signalRun(store: StoreSession, { runId, name, payload, idempotencyKey, sentBy }: SignalDraft): Promise<SignalAnswer> {
  const values = [runId, name, jsonParameter(payload), idempotencyKey ?? null, jsonParameter(sentBy), store.options.lockRuns ?? true];
  const { answer, wake } = await store.command('signal', () => callEngine<{ answer: SignalAnswer; wake?: Wake | null }>(store.pool, 'engine_signal', values));
  store.announce({ wakes: [wake ?? null] });
  return answer;
}
