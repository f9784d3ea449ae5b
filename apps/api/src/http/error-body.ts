import type { ErrorBody, Json } from '@roster/agents/contracts';
import type { AppError } from '@roster/agents/kernel';

import type { FieldErrors } from './field-errors.ts';

/** What an AppError may carry beside code, status, message and hint. */
interface ErrorDetails {
  errors?: FieldErrors;
  issues?: ErrorBody['issues'];
  operation?: string;
  current?: Json;
  retryAfterSeconds?: number;
}

export function errorBody(error: AppError, ref: string): ErrorBody {
  const { errors, issues, operation, current } = error as ErrorDetails;
  return {
    code: error.code,
    message: error.message,
    ...(error.hint !== undefined && { hint: error.hint }),
    retryable: error.retryable,
    ref,
    ...(errors && { errors }),
    ...(issues && { issues }),
    ...(operation !== undefined && { operation }),
    ...(current !== undefined && { current }),
  };
}

export function retryAfterSeconds(error: AppError): number | undefined {
  return (error as ErrorDetails).retryAfterSeconds;
}
