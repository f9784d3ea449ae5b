import { AppError, BudgetExhaustedError, DeadlineExceededError, ModelError, RunCancelledError, RunResult, storableJson, type ClaimedRun, type RunEnd } from '../../kernel/index.ts';
import { cancelReasonSchema, type Json } from '../../contracts/index.ts';
import { toRunError } from './journal.ts';
import type { RuntimeTimings } from './runtime-timings.ts';

export type RunVerdict = { kind: 'end'; end: RunEnd } | { kind: 'retry'; delayMs: number; end: RunEnd };

/** What an agent that returned ends its run with. */
export function endOfValue(value: Json | RunResult | void): RunEnd {
  if (value instanceof RunResult) return { status: 'completed', output: storableJson(value.output), exitReason: value.exitReason, truncated: value.truncated };
  return { status: 'completed', output: storableJson(value ?? null), exitReason: 'answer' };
}

/** The error table of engine.md section 5: passing errors retry the run (never a chat), all others end it. */
export function verdictOfError(error: unknown, run: ClaimedRun, timings: RuntimeTimings): RunVerdict {
  if (error instanceof RunCancelledError) return { kind: 'end', end: { status: 'cancelled', exitReason: 'cancelled', ...reasonOf(error) } };
  const end: RunEnd = {
    status: 'failed',
    exitReason: exitReasonOf(error),
    error: toRunError(error, { code: 'internal', message: 'The agent failed.' }),
    ...(hasPartial(error) && { partial: storableJson(error.partial) }),
  };
  const passing = error instanceof AppError && error.retryable;
  if (!passing || run.kind === 'chat' || run.retryCount >= run.maxRetries) return { kind: 'end', end };
  const askedFor = error instanceof ModelError ? (error.retryAfterMs ?? 0) : 0;
  return { kind: 'retry', delayMs: Math.max(askedFor, timings.runRetryMs * 2 ** run.retryCount), end };
}

/** A cancel that the row knows keeps the row's reason. */
function reasonOf({ reason }: RunCancelledError): Pick<RunEnd, 'cancelReason'> {
  const known = cancelReasonSchema.safeParse(reason);
  return known.success ? { cancelReason: known.data } : {};
}

function exitReasonOf(error: unknown): string {
  if (error instanceof DeadlineExceededError) return 'deadline';
  return error instanceof BudgetExhaustedError ? 'budget' : 'error';
}

const hasPartial = (error: unknown): error is { partial: unknown } => typeof error === 'object' && error !== null && 'partial' in error && error.partial !== undefined;
