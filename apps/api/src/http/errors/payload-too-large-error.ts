import { AppError } from '@roster/agents/kernel';

export class PayloadTooLargeError extends AppError {
  readonly code = 'payload_too_large';
  readonly status = 413;

  constructor() {
    super('The request is larger than this route takes.');
  }
}
