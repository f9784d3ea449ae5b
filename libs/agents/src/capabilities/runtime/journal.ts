import type { Json, RunError } from '../../contracts/index.ts';
import { AppError, ModelError, type ModelErrorCode, type StepRecord, type StepWrite } from '../../kernel/index.ts';

/** What this claim knows of the run's steps: the recorded ones, and those it wrote itself. */
export class Journal {
  readonly #records = new Map<string, StepRecord>();
  readonly #occurrences = new Map<string, number>();

  constructor(records: readonly StepRecord[]) {
    for (const record of records) this.#records.set(record.key, record);
  }

  get size(): number {
    return this.#records.size;
  }

  get(key: string): StepRecord | undefined {
    return this.#records.get(key);
  }

  /** `key`, and `key~n` for its nth use in this pass. */
  nth(key: string): string {
    const count = (this.#occurrences.get(key) ?? 0) + 1;
    this.#occurrences.set(key, count);
    return count === 1 ? key : `${key}~${count}`;
  }

  put({ key, kind, argsDigest, state, idempotent, result, error, facts }: StepWrite): void {
    const before = this.#records.get(key);
    this.#records.set(key, {
      key, kind, argsDigest, state, idempotent,
      ordinal: before?.ordinal ?? 0,
      attempts: (before?.attempts ?? 0) + (state === 'intent' ? 1 : 0),
      result: result ?? null,
      error: error ?? null,
      facts: facts ?? before?.facts ?? null,
    });
  }
}

/** A step's recorded failure, thrown again on replay. */
export class RecordedStepError extends AppError {
  readonly code: string;
  readonly status = 500;
  override readonly retryable: boolean;
  constructor({ code, message, retryable }: RunError) {
    super(message);
    this.code = code;
    this.retryable = retryable;
  }
}

const modelErrorCodes: readonly string[] = [
  'provider_unavailable', 'provider_timeout', 'rate_limited', 'content_filtered', 'context_overflow', 'invalid_request', 'authentication_failed', 'stream_broken',
] satisfies ModelErrorCode[];

/** The error a failed step threw when it was recorded; agents that branch on it take the same branch again. */
export function recordedError(error: RunError): AppError {
  return modelErrorCodes.includes(error.code) ? new ModelError(error.code as ModelErrorCode, error.message) : new RecordedStepError(error);
}

/** What a stored error tells: the text of foreign exceptions stays in the log. */
export function toRunError(error: unknown, fallback: { code: string; message: string }): RunError {
  if (error instanceof AppError) return { code: error.code, message: error.message, retryable: error.retryable };
  return { ...fallback, retryable: false };
}

/** A journaled value as the type that wrote it. */
export const recorded = <T>(value: Json): T => value as T;
