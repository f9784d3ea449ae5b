import { AppError } from '@roster/agents/kernel';

export class PreconditionRequiredError extends AppError {
  readonly code = 'precondition_required';
  readonly status = 428;

  constructor() {
    super('This change needs to know which version it replaces.', 'Send If-Match with the ETag of the record you read.');
  }
}
