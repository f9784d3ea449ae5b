import type { StepWrite } from '../../kernel/index.ts';
import type { Json } from '../../contracts/index.ts';
import type { ClaimParts } from './claim-parts.ts';
import { recorded } from './journal.ts';
import { awaitRow, dueSoon, frozenDeadline } from './row-wait.ts';
import { recordedStep, stepDigest } from './step-check.ts';

interface SignalSleep { key: string; name: string; timeoutMs: number | undefined }

/** The oldest signal of the name that no step has consumed. */
export async function sleepUntilSignal(parts: ClaimParts, { key, name, timeoutMs }: SignalSleep): Promise<{ kind: 'signal'; payload: Json } | { kind: 'timed_out' }> {
  const step: StepWrite = { key, kind: 'signal', argsDigest: stepDigest('signal', name, null), state: 'accepted', idempotent: true };
  const record = await recordedStep(parts, { key, kind: step.kind, argsDigest: step.argsDigest });
  const deadlineAt = record?.state === 'done' ? undefined : frozenDeadline(parts, step, timeoutMs);
  const found = await awaitRow(parts, { step, wait: { kind: 'signal', name }, reason: 'waiting_signal', ...(deadlineAt && { deadlineAt }) });
  return found.kind === 'signal' ? { kind: 'signal', payload: found.payload } : { kind: 'timed_out' };
}

/** The target time is journaled; a near one is awaited in memory. */
export async function sleepUntil(parts: ClaimParts, key: string, target: Date | { ms: number }): Promise<void> {
  const step: StepWrite = { key, kind: 'sleep', argsDigest: stepDigest('sleep', 'sleep', target instanceof Date ? target.toISOString() : target.ms), state: 'accepted', idempotent: true };
  const record = await recordedStep(parts, { key, kind: 'sleep', argsDigest: step.argsDigest });
  if (record?.state === 'done') return recorded<void>(null);
  const at = frozenDeadline(parts, step, target instanceof Date ? parts.time.msUntil(target) : target.ms)!;
  if (await dueSoon(parts, at)) return parts.commits.buffer([{ ...step, state: 'done', result: { kind: 'timer' } }]);
  await awaitRow(parts, { step, wait: { kind: 'timer', at }, reason: 'waiting_timer', fresh: true });
}
