import { AppError } from '@roster/agents/kernel';

/** What would go live is live already. */
export class NoChangesError extends AppError {
  readonly code = 'no_changes';
  readonly status = 409;

  constructor() {
    super('There is nothing to publish: this is live already.');
  }
}
