import { AppError } from '@roster/agents/kernel';

/** The object's state does not allow this. */
export class ConflictError extends AppError {
  readonly code: string;
  readonly status = 409;

  constructor(message: string, code = 'conflict') {
    super(message);
    this.code = code;
  }
}
