import { AppError } from '@roster/agents/kernel';

export class ViewAsRefusedError extends AppError {
  readonly code = 'permission_denied';
  readonly status = 403;

  constructor() {
    super('Only an administrator who signed in may look through the eyes of someone else, and only look.', 'Leave X-Roster-View-As out.');
  }
}
