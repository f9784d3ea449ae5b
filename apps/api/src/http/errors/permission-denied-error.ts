import { AppError } from '@roster/agents/kernel';
import type { Operation } from '@roster/permissions/operations';

export class PermissionDeniedError extends AppError {
  readonly code = 'permission_denied';
  readonly status = 403;

  constructor(readonly operation: Operation) {
    super(`You may not do this (${operation}).`, 'GET /api/permissions/explain names the rule that decides.');
  }
}
