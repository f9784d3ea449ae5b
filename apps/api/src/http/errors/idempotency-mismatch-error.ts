import { AppError } from '@roster/agents/kernel';

export class IdempotencyMismatchError extends AppError {
  readonly code = 'idempotency_mismatch';
  readonly status = 422;

  constructor() {
    super('This Idempotency-Key was used before with another body.', 'Use a new key for a new request.');
  }
}
