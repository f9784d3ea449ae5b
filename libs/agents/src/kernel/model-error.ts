import { AppError } from './app-error.ts';

export type ModelErrorCode =
  | 'provider_unavailable' | 'provider_timeout' | 'rate_limited' | 'content_filtered' | 'context_overflow' | 'invalid_request' | 'authentication_failed' | 'stream_broken';

const statuses: Record<ModelErrorCode, number> = {
  provider_unavailable: 503, provider_timeout: 504, rate_limited: 429, content_filtered: 400, context_overflow: 400, invalid_request: 400, authentication_failed: 503, stream_broken: 503,
};
const transient = new Set<ModelErrorCode>(['provider_unavailable', 'provider_timeout', 'rate_limited', 'stream_broken']);

/** A model call failed. Transient codes are retried in the step; the provider's own words go to the log (`cause`), never to a caller. */
export class ModelError extends AppError {
  override readonly code: ModelErrorCode;
  override readonly status: number;
  override readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: ModelErrorCode, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message);
    this.code = code;
    this.status = statuses[code];
    this.retryable = transient.has(code);
    this.retryAfterMs = options.retryAfterMs;
    this.cause = options.cause;
  }
}

/** The model name cannot be served: no such provider, or the provider is not configured. */
export class UnknownModelError extends AppError {
  readonly code = 'configuration_error';
  readonly status = 500;
  constructor(readonly model: string) {
    super(`The model "${model}" is not available.`, 'Use provider/model with a configured provider; demo/offline always works.');
  }
}
