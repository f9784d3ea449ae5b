import { AppError } from '@roster/agents/kernel';

/** A bug. What happened stands in the log under the ref. */
export class UnknownError extends AppError {
  readonly code = 'unknown';
  readonly status = 500;
  override readonly retryable = true;

  constructor() {
    super('Something went wrong on our side.');
  }
}
