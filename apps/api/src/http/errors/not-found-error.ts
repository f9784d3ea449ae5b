import { AppError } from '@roster/agents/kernel';

/** Missing, hidden, malformed and deleted look the same to whoever may not see. */
export class NotFoundError extends AppError {
  readonly code = 'not_found';
  readonly status = 404;

  constructor() {
    super('There is nothing here, or nothing you may see.');
  }
}
