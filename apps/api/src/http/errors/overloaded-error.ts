import { AppError } from '@roster/agents/kernel';

export class OverloadedError extends AppError {
  readonly code = 'overloaded';
  readonly status = 503;
  override readonly retryable = true;
  readonly retryAfterSeconds = 2;

  constructor() {
    super('Too much is going on at this moment. Try again in a few seconds.');
  }
}
