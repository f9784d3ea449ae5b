import { AppError } from '@roster/agents/kernel';
import type { FieldErrors } from '../field-errors.ts';

/** Well-formed, but a value that cannot be accepted. */
export class InvalidValueError extends AppError {
  readonly code = 'invalid_value';
  readonly status = 422;

  constructor(readonly errors?: FieldErrors) {
    super('Some values cannot be accepted.', 'See errors for the fields.');
  }
}
