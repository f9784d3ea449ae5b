import { AppError, storableJson, type StepIo, type StepOptions, type StepRecord, type StepWrite } from '../../kernel/index.ts';
import type { Json } from '../../contracts/index.ts';
import type { ClaimParts, ContextScope } from './claim-parts.ts';
import { runEffect } from './effect.ts';
import { recorded, recordedError, RecordedStepError, toRunError } from './journal.ts';
import { recordedStep, resolveDoubt, stepDigest, type ExpectedStep } from './step-check.ts';

interface DurableStep<T extends Json> { parts: ClaimParts; scope: ContextScope; name: string; effect(io: StepIo): Promise<T>; options: StepOptions }

/** `context.step`: intent, effect, result; a done step is served, a failed one fails again unless its error was passing. */
export async function durableStep<T extends Json>({ parts, scope, name, effect, options }: DurableStep<T>): Promise<T> {
  const key = parts.journal.nth(`${scope.prefix}${name}`);
  const expected: ExpectedStep = { key, kind: 'step', argsDigest: stepDigest('step', name, options.digestOf ?? null) };
  const record = await recordedStep(parts, expected);
  if (record?.state === 'done') return recorded<T>(record.result);
  if (record?.state === 'failed' && record.error && !record.error.retryable) throw recordedError(record.error);
  if (record?.state === 'intent' && !options.idempotent) {
    const answer = await resolveDoubt(parts, { expected, record, ...(options.onInDoubt && { onInDoubt: options.onInDoubt }) });
    if (answer.choice === 'record') return finished<T>(parts, { expected, result: answer.result, idempotent: false });
  }
  return attempt<T>({ parts, expected, effect, options, record });
}

interface Attempt<T> { parts: ClaimParts; expected: ExpectedStep; effect(io: StepIo): Promise<T>; options: StepOptions; record: StepRecord | undefined }

async function attempt<T extends Json>({ parts, expected, effect, options, record }: Attempt<T>): Promise<T> {
  const { run, control, commits, ports } = parts;
  const idempotent = options.idempotent ?? false;
  const write: StepWrite = { ...identity(expected), idempotent, state: 'intent' };
  const attempts = idempotent ? (options.attempts ?? 1) : 1;
  for (let number = 1; ; number++) {
    if (!idempotent) await commits.begin([write]);
    control.check();
    const io = { idempotencyKey: `${run.runId}/${run.generation}/${expected.key}`, attempt: (record?.attempts ?? 0) + number };
    const end = await runEffect(parts, (signal) => effect({ ...io, signal, progress: (delta) => progress(parts, expected.key, delta) }), options.timeoutMs);
    if (end.kind === 'value') return finished<T>(parts, { expected, result: storableJson(end.value), idempotent });
    if (!control.mayRecord) throw control.error!;
    const error = end.kind === 'threw' ? end.error : new StepTimeoutError(expected.key);
    ports.log('warn', 'step_failed', { runId: run.runId, stepKey: expected.key, attempt: io.attempt, error: String(error) });
    if (number < attempts && !control.error) continue;
    const stored = toRunError(error, { code: 'step_failed', message: `Step ${expected.key} failed.` });
    await commits.finish({ steps: [{ ...write, state: control.error ? 'aborted' : 'failed', error: stored }] });
    control.check();
    throw error instanceof AppError ? error : new RecordedStepError(stored);
  }
}

async function finished<T extends Json>(parts: ClaimParts, { expected, result, idempotent }: { expected: ExpectedStep; result: Json; idempotent: boolean }): Promise<T> {
  await parts.commits.finish({ steps: [{ ...identity(expected), idempotent, state: 'done', result }] });
  return recorded<T>(result);
}

const identity = ({ key, kind, argsDigest }: ExpectedStep) => ({ key, kind, argsDigest });

function progress({ ports, run }: ClaimParts, stepKey: string, delta: string): void {
  ports.live.publish({ kind: 'delta', envelope: { streamId: run.streamId, runId: run.runId, agentId: run.agentId, event: { type: 'custom', name: 'progress', payload: { stepKey, delta } } } });
}

class StepTimeoutError extends AppError {
  readonly code = 'step_timeout';
  readonly status = 504;
  constructor(readonly stepKey: string) {
    super(`Step ${stepKey} took too long.`);
  }
}
