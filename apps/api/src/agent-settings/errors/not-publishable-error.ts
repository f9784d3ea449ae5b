import type { ContentIssue } from '@roster/agents/contracts';
import { AppError } from '@roster/agents/kernel';

/** The content refers to something that does not exist or breaks a limit. */
export class NotPublishableError extends AppError {
  readonly code = 'not_publishable';
  readonly status = 422;

  constructor(readonly issues: readonly ContentIssue[]) {
    super('This content cannot go live.', 'See issues; each names the field it belongs to.');
  }
}
