/** The external database does not answer, or does not let us in. Names the variable and the reason's code, never the URL: it may hold a password. */
export class DatabaseUnreachableError extends Error {
  readonly code = 'database_unreachable';
  readonly hint = 'Check its host, port, user, password and database name, and that the server runs.';

  constructor(cause: unknown) {
    super(`The database named by DATABASE_URL cannot be opened (${codeOf(cause)}).`, { cause });
    this.name = 'DatabaseUnreachableError';
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'no connection';
}
