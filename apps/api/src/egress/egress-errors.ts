import { AppError } from '@roster/agents/kernel';

export type UnreachableReason = 'blocked' | 'refused' | 'unresolved' | 'invalid' | 'redirect';

/**
 * The destination cannot be reached. Invariant: blocked, refused and unresolved read the same, so that nobody maps the
 * inside of a network by asking. `reason` and `detail` are for holders of MANAGE_PROVIDERS and MANAGE_INTEGRATION only.
 */
export class DestinationUnreachableError extends AppError {
  readonly code = 'destination_unreachable';
  readonly status = 502;
  override readonly retryable = true;
  constructor(readonly reason: UnreachableReason, readonly detail: string, options: { cause?: unknown } = {}) {
    super('The destination could not be reached.');
    this.cause = options.cause;
  }
}

/** No answer within the limits: the first byte or the whole answer took too long. */
export class DestinationTimeoutError extends AppError {
  readonly code = 'destination_timeout';
  readonly status = 504;
  override readonly retryable = true;
  constructor(readonly phase: 'first_byte' | 'total', readonly limitMs: number) {
    super('The destination did not answer in time.');
  }
}

/** The answer has more bytes, after decompression, than may be read. */
export class AnswerTooLargeError extends AppError {
  readonly code = 'answer_too_large';
  readonly status = 502;
  constructor(readonly limitBytes: number) {
    super(`The answer of the destination is larger than ${limitBytes} bytes.`);
  }
}
