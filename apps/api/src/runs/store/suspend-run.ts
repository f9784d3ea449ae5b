import type { Fence, NewEvent, StepWrite, SuspendAnswer, WaitRow } from '@roster/agents/kernel';

import { eventRows, jsonParameter } from './parameters.ts';
import { stepParameter } from './step-parameters.ts';
import { callEngine, type StoreSession, type Wake } from './store-session.ts';

export interface Suspension { fence: Fence; waits: readonly WaitRow[]; facts: { activeMs: number; records?: readonly StepWrite[]; events?: readonly NewEvent[] } }

/** running -> suspended, then a second look under the run's lock: what arrived meanwhile makes it pending (I8, I10). Locks: the run, the stream. */
export async function suspendRun(store: StoreSession, { fence, waits, facts }: Suspension): Promise<SuspendAnswer> {
  const values = [
    fence.runId, fence.epoch, jsonParameter(waits.map(waitParameter)), Math.round(facts.activeMs),
    await stepParameter(store, facts.records ?? []), jsonParameter(eventRows(facts.events)), store.options.lockRuns ?? true,
  ];
  const { answer, wake, streamId } = await store.command('suspend', () =>
    callEngine<{ answer: SuspendAnswer; wake: Wake | null; streamId: string }>(store.pool, 'engine_suspend', values));
  store.announce({ wakes: [wake], streamId });
  return answer;
}

function waitParameter({ stepKey, wait, reason }: WaitRow): Record<string, unknown> {
  switch (wait.kind) {
    case 'signal': return { kind: wait.kind, name: wait.name, stepKey, reason };
    case 'child': return { kind: wait.kind, name: wait.childRunId, stepKey, reason };
    case 'timer': return { kind: wait.kind, name: stepKey, stepKey, reason, at: wait.at };
  }
}
