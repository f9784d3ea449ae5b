import type { AskOutcome, ChildEnd, RunHandle, StepWrite, Wait } from '../../kernel/index.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimParts } from './claim-parts.ts';
import { recorded } from './journal.ts';
import { awaitRow, frozenDeadline, timeOut, type RowWait, type RowWaitResult } from './row-wait.ts';
import { recordedStep, stepDigest } from './step-check.ts';

export interface Ask { key: string; handle: RunHandle; options: Wait & { onTimeout?: 'cancel' | 'leave'; activeTime?: boolean } }

/** `context.ask`: one of four outcomes; its deadline is fixed at the first attempt. A child driven here is awaited in memory. */
export async function askChild(parts: ClaimParts, { key, handle, options }: Ask): Promise<AskOutcome> {
  const argsDigest = stepDigest('ask', handle.runId, null);
  const step: StepWrite = { key, kind: 'ask', argsDigest, state: 'accepted', idempotent: true };
  const record = await recordedStep(parts, { key, kind: 'ask', argsDigest });
  if (record?.state === 'done') return outcomeOf(parts, { key, handle, options }, recorded<RowWaitResult>(record.result));
  const deadlineAt = frozenDeadline(parts, step, options.activeTime ? undefined : options.timeoutMs);
  const wait: RowWait = { step, wait: { kind: 'child', childRunId: handle.runId }, reason: 'waiting_child', ...(deadlineAt && { deadlineAt }) };
  return outcomeOf(parts, { key, handle, options }, await childResult(parts, wait, handle.runId));
}

async function childResult(parts: ClaimParts, wait: RowWait, childRunId: string): Promise<RowWaitResult> {
  for (let released = parts.local.released(childRunId); released; released = parts.local.released(childRunId)) {
    const late = await inMemory(parts, released, wait.deadlineAt);
    if (late) return timeOut(parts, wait);
    const consumed = await parts.commits.consume(wait.step, wait.wait);
    if (consumed.kind !== 'not_ready') return consumed;
  }
  return awaitRow(parts, wait);
}

/** True when the deadline came first. */
async function inMemory(parts: ClaimParts, released: Promise<void>, deadlineAt: Date | undefined): Promise<boolean> {
  const over = new AbortController();
  const tripped = parts.control.tripped.then((error) => { throw error; });
  const waits: Promise<boolean>[] = [released.then(() => false), tripped];
  if (deadlineAt) waits.push(delay(Math.max(0, parts.time.msUntil(deadlineAt)), true, { signal: over.signal }).catch(() => false));
  try {
    return await parts.quiescence.hot(Promise.race(waits));
  } finally {
    over.abort();
  }
}

async function outcomeOf(parts: ClaimParts, { key, handle, options }: Ask, result: RowWaitResult): Promise<AskOutcome> {
  if (result.kind === 'child') return endOutcome(result.end);
  if (options.onTimeout === 'leave') {
    parts.left.set(key, { stepKey: key, childRunId: handle.runId });
    return { kind: 'timed_out', stillRunning: true, childRunId: handle.runId };
  }
  if (parts.journal.get(`${key}/cancel`)?.state !== 'done') {
    await parts.quiescence.busy(() => parts.ports.store.cancel({ runId: handle.runId, reason: 'delegation_timeout', by: null }));
    parts.local.beatSoon();
    parts.commits.buffer([{ key: `${key}/cancel`, kind: 'cancel', argsDigest: stepDigest('cancel', handle.runId, 'delegation_timeout'), state: 'done', idempotent: true, result: null }]);
  }
  return { kind: 'timed_out', stillRunning: false, childRunId: handle.runId };
}

function endOutcome({ childRunId, status, output, error, partial, cancelReason, truncated }: ChildEnd): AskOutcome {
  switch (status) {
    case 'completed':
      return { kind: 'replied', value: output, childRunId, ...(truncated && { truncated }) };
    case 'failed':
      return { kind: 'target_failed', error: error ?? { code: 'internal', message: 'The run failed.', retryable: false }, childRunId, ...(partial !== null && { partial }) };
    case 'cancelled':
      if (cancelReason === 'delegation_timeout') return { kind: 'timed_out', stillRunning: false, childRunId };
      return { kind: 'target_cancelled', reason: cancelReason ?? 'parent_cancelled', childRunId };
  }
}

/** Children left behind by a timed-out ask that have ended since: their answer is an event, never a result. */
export async function noteLateReplies(parts: ClaimParts): Promise<void> {
  for (const [key, { stepKey, childRunId }] of parts.left) {
    const step: StepWrite = { key: `${stepKey}/late`, kind: 'late', argsDigest: stepDigest('late', childRunId, null), state: 'accepted', idempotent: true };
    if (parts.journal.get(step.key)?.state === 'done') { parts.left.delete(key); continue; }
    const consumed = await parts.commits.consume(step, { kind: 'child', childRunId });
    if (consumed.kind !== 'child') continue;
    parts.left.delete(key);
    const value = consumed.end.output ?? consumed.end.partial ?? null;
    parts.commits.buffer([], [{ event: { type: 'late_reply', stepKey, value }, stepKey, dedupKey: `late:${stepKey}` }]);
  }
}
