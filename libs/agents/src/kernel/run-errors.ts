import { AppError } from './app-error.ts';

/** The row is not running under this epoch any more: another process took over. Nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor(readonly runId: string) { super(`The lease on run ${runId} is lost.`); }
}

/** Sticky: the run was cancelled. */
export class RunCancelledError extends Error {
  override readonly name = 'RunCancelledError';
  constructor(readonly reason: string) { super(`The run was cancelled (${reason}).`); }
}

/** Sticky: the run's absolute deadline passed. */
export class DeadlineExceededError extends AppError {
  readonly code = 'deadline_exceeded';
  readonly status = 504;
  constructor() { super('The run passed its deadline.'); }
}

/** Sticky: on replay a step differs from what the journal holds. */
export class NonDeterminismError extends AppError {
  readonly code = 'nondeterminism';
  readonly status = 500;
  constructor(readonly stepKey: string) { super(`Step ${stepKey} differs from its recording.`, 'Code between context calls must be deterministic.'); }
}

/** A step that may have taken effect has no recorded result, and nobody can be asked. */
export class EffectInDoubtError extends AppError {
  readonly code = 'effect_in_doubt';
  readonly status = 500;
  constructor(readonly stepKey: string) { super(`It is unknown whether step ${stepKey} took effect.`, 'Declare the tool idempotent, or run it where a person can decide.'); }
}

export class BudgetExhaustedError extends AppError {
  readonly code = 'budget_exhausted';
  readonly status = 429;
  constructor(readonly limit: Record<string, number>) {
    super(`A limit is reached: ${Object.entries(limit).map(([name, value]) => `${name} ${value}`).join(', ')}.`);
  }
}

export class TreeFullError extends AppError {
  readonly code = 'budget_exhausted';
  readonly status = 429;
  constructor(readonly maxAgents: number) { super(`This run tree already has ${maxAgents} open runs.`); }
}

/** Depth or cycle: the agent cannot be delegated to from here. */
export class DelegationRefusedError extends AppError {
  readonly code = 'permission_denied';
  readonly status = 403;
  constructor(readonly why: 'depth' | 'cycle') { super(why === 'depth' ? 'Delegation is too deep.' : 'This agent already works on the request further up.'); }
}

/** The same idempotency key was used for something else. */
export class RunConflictError extends AppError {
  readonly code = 'run_conflict';
  readonly status = 409;
  constructor() { super('This key already started a different run.'); }
}

/** The session already has an open root run. */
export class SessionBusyError extends AppError {
  readonly code = 'session_busy';
  readonly status = 409;
  override readonly retryable = true;
  constructor(readonly activeRunId: string | null) { super('This conversation is still being answered.', 'Wait for the answer, stop it, or send supersede.'); }
}

export class OutputContractError extends AppError {
  readonly code = 'output_contract';
  readonly status = 500;
  constructor(readonly kind: string) { super(`The model's output was not usable (${kind}).`); }
}
