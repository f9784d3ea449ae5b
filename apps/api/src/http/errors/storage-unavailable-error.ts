import { AppError } from '@roster/agents/kernel';

export class StorageUnavailableError extends AppError {
  readonly code = 'storage_unavailable';
  readonly status = 503;
  override readonly retryable = true;
  readonly retryAfterSeconds = 1;

  constructor() {
    super('The database does not answer just now. Try again.');
  }
}
