import { AppError } from '@roster/agents/kernel';

export class RateLimitedError extends AppError {
  readonly code = 'rate_limited';
  readonly status = 429;
  override readonly retryable = true;

  constructor(readonly retryAfterSeconds: number) {
    super('Too many attempts. Wait a little, then try again.');
  }
}
