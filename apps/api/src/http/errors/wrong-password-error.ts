import { AppError } from '@roster/agents/kernel';

export class WrongPasswordError extends AppError {
  readonly code = 'unauthenticated';
  readonly status = 401;

  constructor() {
    super('The e-mail address or the password is wrong.');
  }
}
