import type { ErrorBody } from '@roster/agents/contracts';
import { ApiError } from '../api/api-error.ts';

/** The AI SDK puts the body of a refusal into an error's message; a failure after acceptance is only its code. */
export function chatErrorOf(error: Error): ApiError {
  try {
    const body = JSON.parse(error.message) as Partial<ErrorBody>;
    if (typeof body.code === 'string') return new ApiError(400, body);
  } catch {
    // Not a body: a code, or the browser's own words for a lost connection.
  }
  return /^[a-z_]+$/.test(error.message) ? new ApiError(500, { code: error.message, message: `The answer ended early (${error.message}).` }) : new ApiError(0, { code: 'offline', message: 'The connection was lost. The answer goes on without this page.', hint: 'Reload to join it again.' });
}
