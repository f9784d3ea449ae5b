import { AppError } from '@roster/agents/kernel';
import type { FieldErrors } from '../field-errors.ts';

/** Malformed: broken JSON, unknown keys, wrong types. */
export class InvalidRequestError extends AppError {
  readonly code = 'invalid_request';
  readonly status = 400;

  constructor(message: string, readonly errors?: FieldErrors) {
    super(message);
  }
}
