import { setTimeout as delay } from 'node:timers/promises';
import type { Consumed, StepWrite, WaitFor, WaitRow } from '../../kernel/index.ts';
import type { StatusReason } from '../../contracts/index.ts';
import type { ClaimParts } from './claim-parts.ts';
import { recorded } from './journal.ts';

export interface RowWait {
  step: StepWrite;
  wait: WaitFor;
  reason: StatusReason;
  /** Fixed at the first attempt. */
  deadlineAt?: Date;
  /** Nothing can be there yet: do not look before the run suspends (the suspension looks again). */
  fresh?: boolean;
}

export type RowWaitResult = Exclude<Consumed, { kind: 'not_ready' }> | { kind: 'timed_out' };

/** Waits for a signal or a timer. Served from the journal, taken from its row, or never settling: then the run suspends. */
export async function awaitRow(parts: ClaimParts, wait: RowWait): Promise<RowWaitResult> {
  const done = parts.journal.get(wait.step.key);
  if (done?.state === 'done') return recorded<RowWaitResult>(done.result);
  if (!wait.fresh) {
    const consumed = await parts.commits.consume(wait.step, wait.wait);
    if (consumed.kind !== 'not_ready') return consumed;
  }
  if (wait.deadlineAt) {
    if (await dueSoon(parts, wait.deadlineAt)) return timeOut(parts, wait);
  }
  return parts.quiescence.wait(waitRows(wait));
}

export function waitRows({ step, wait, reason, deadlineAt }: RowWait): WaitRow[] {
  const row: WaitRow = { stepKey: step.key, wait, reason };
  return deadlineAt ? [row, { stepKey: step.key, wait: { kind: 'timer', at: deadlineAt }, reason }] : [row];
}

/** A last look, then the timeout is the recorded result: whatever comes later is not delivered. */
export async function timeOut(parts: ClaimParts, { step, wait }: RowWait): Promise<RowWaitResult> {
  const consumed = await parts.commits.consume(step, wait);
  if (consumed.kind !== 'not_ready') return consumed;
  await parts.commits.finish({ steps: [{ ...step, state: 'done', result: { kind: 'timed_out' } }] });
  return { kind: 'timed_out' };
}

/** Awaits a moment that is near in memory; false when it is further away. */
export async function dueSoon(parts: ClaimParts, at: Date): Promise<boolean> {
  const leftMs = parts.time.msUntil(at);
  if (leftMs > parts.ports.timings.hotTimerMs) return false;
  if (leftMs > 0) await parts.quiescence.hot(inMemory(parts, leftMs));
  return true;
}

async function inMemory({ control }: ClaimParts, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: control.signal }).catch(() => control.check());
}

/** The frozen deadline of a wait: journaled with the next commit when it is first set. */
export function frozenDeadline(parts: ClaimParts, step: StepWrite, timeoutMs: number | undefined): Date | undefined {
  const facts = parts.journal.get(step.key)?.facts as { deadlineAt?: string } | null | undefined;
  if (facts?.deadlineAt) return new Date(facts.deadlineAt);
  if (timeoutMs === undefined) return undefined;
  const deadlineAt = new Date(parts.time.now().getTime() + timeoutMs);
  parts.commits.buffer([{ ...step, state: 'accepted', facts: { deadlineAt: deadlineAt.toISOString() } }]);
  return deadlineAt;
}
