import type { ErrorBody } from '@roster/agents/contracts';

/** A refused request. `body` has the shape react-admin forms read: `errors` = field -> message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly ref: string | undefined;
  readonly operation: string | undefined;
  readonly issues: readonly ContentIssue[];
  readonly body: { errors?: Record<string, string> };
  /** Everything the server said, for answers that carry more than the common shape (a 409 naming who decided). */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, answer: Partial<ErrorBody>) {
    super(answer.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = answer.code ?? (status === 0 ? 'offline' : 'unknown');
    this.hint = answer.hint;
    this.ref = answer.ref;
    this.operation = answer.operation;
    this.issues = answer.issues ?? [];
    this.body = answer.errors === undefined ? {} : { errors: fieldMessages(answer.errors) };
    this.details = { ...answer };
  }
}

export interface ContentIssue {
  path: string;
  code: string;
  message: string;
}

function fieldMessages(errors: NonNullable<ErrorBody['errors']>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, { message }]) => [path, message]));
}
