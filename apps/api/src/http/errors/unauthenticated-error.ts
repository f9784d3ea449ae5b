import { AppError } from '@roster/agents/kernel';

export class UnauthenticatedError extends AppError {
  readonly code = 'unauthenticated';
  readonly status = 401;

  constructor() {
    super('Sign in, or send a valid API key.', 'Send the login cookie or the header Authorization: Bearer <API key>.');
  }
}
