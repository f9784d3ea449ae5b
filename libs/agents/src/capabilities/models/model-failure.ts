import { APICallError, InvalidArgumentError, InvalidPromptError, LoadAPIKeyError, TypeValidationError, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { AppError } from '../../kernel/app-error.ts';
import { ModelError, type ModelErrorCode } from '../../kernel/model-error.ts';
import { SilentModelError } from './stream-watch.ts';

/** Fixed phrases: the provider's words may hold keys, addresses or the prompt, so they stay in `cause`. */
const messages: Record<ModelErrorCode, string> = {
  provider_unavailable: 'The model provider could not be reached or reported a failure.',
  provider_timeout: 'The model provider did not answer in time.',
  rate_limited: 'The model provider limits the rate of requests.',
  content_filtered: 'The model provider refused the content of the request.',
  context_overflow: 'The conversation is too long for this model.',
  invalid_request: 'The model provider refused the request as invalid.',
  authentication_failed: 'The model provider refused the credentials.',
  stream_broken: 'The answer of the model broke off or could not be read.',
};

const overflow = /context.?(?:length|window)|prompt is too long|maximum (?:number of )?tokens|too many (?:input )?tokens|token count .*exceed|request_too_large/iu;
const filtered = /content.?(?:filter|policy)|responsible_ai|prohibited_content|safety/iu;

/** `request`: nothing was answered yet. `stream`: the answer had begun, so an unclassified failure means that it broke. */
export function toModelError(error: unknown, phase: 'request' | 'stream'): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof SilentModelError) return modelError('provider_timeout', error);
  // The way out of the product has its own limits; its errors carry a status.
  if (error instanceof AppError && error.status === 504) return modelError('provider_timeout', error);
  if (LoadAPIKeyError.isInstance(error)) return modelError('authentication_failed', error);
  if (APICallError.isInstance(error)) return fromApiCall(error, phase);
  if (phase === 'stream') return modelError(codeOfErrorObject(error) ?? 'stream_broken', error);
  const ours = [InvalidArgumentError, InvalidPromptError, TypeValidationError, UnsupportedFunctionalityError].some((kind) => kind.isInstance(error));
  return modelError(ours ? 'invalid_request' : 'provider_unavailable', error);
}

/** An answer with status 200 that is a web page: a proxy or a wrong address, not a model. */
export const notAModel = (contentType: string): ModelError => modelError('provider_unavailable', new Error(`The answer has content type ${contentType}.`));

function fromApiCall(error: APICallError, phase: 'request' | 'stream'): ModelError {
  const { statusCode } = error;
  if (statusCode === undefined) return modelError(phase === 'stream' ? 'stream_broken' : 'provider_unavailable', error);
  // A 200 in an error means that its body could not be read.
  if (statusCode < 400) return modelError('stream_broken', error);
  const text = `${error.message} ${error.responseBody ?? ''}`;
  return modelError(codeOfStatus(statusCode, text), error, retryAfterMs(error.responseHeaders));
}

function codeOfStatus(status: number, text: string): ModelErrorCode {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 402 || status === 403) return 'authentication_failed';
  if (status === 408 || status === 504) return 'provider_timeout';
  if (status >= 500) return 'provider_unavailable';
  if (status === 413 || overflow.test(text)) return 'context_overflow';
  return filtered.test(text) ? 'content_filtered' : 'invalid_request';
}

/** An error object inside a stream: OpenAI and Anthropic name a `type` or `code`, Google a `status`. */
function codeOfErrorObject(error: unknown): ModelErrorCode | undefined {
  const text = errorText(error);
  if (text === undefined) return undefined;
  if (/overloaded|server_error|api_error|unavailable|internal|"code":5\d\d/iu.test(text)) return 'provider_unavailable';
  if (/rate.?limit|resource_exhausted|insufficient_quota|"code":429/iu.test(text)) return 'rate_limited';
  if (overflow.test(text)) return 'context_overflow';
  if (/authentication|permission|invalid_api_key|"code":40[13]/iu.test(text)) return 'authentication_failed';
  if (/timeout|deadline/iu.test(text)) return 'provider_timeout';
  if (filtered.test(text)) return 'content_filtered';
  return /invalid_request|invalid_argument|"code":400/iu.test(text) ? 'invalid_request' : undefined;
}

const errorText = (error: unknown): string | undefined => {
  if (error instanceof Error) return undefined;
  return typeof error === 'string' ? error : JSON.stringify(error);
};

const modelError = (code: ModelErrorCode, cause: unknown, retryAfter?: number): ModelError =>
  new ModelError(code, messages[code], { cause, ...(retryAfter !== undefined && { retryAfterMs: retryAfter }) });

/** `retry-after-ms`, or `retry-after` in seconds or as a date; milliseconds from now. */
function retryAfterMs(headers: Record<string, string> | undefined): number | undefined {
  const exact = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, Math.round(exact));
  const value = headers?.['retry-after'];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, Math.round(milliseconds)) : undefined;
}
