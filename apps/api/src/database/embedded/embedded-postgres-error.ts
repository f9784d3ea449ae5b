/** The bundled PostgreSQL cannot be prepared, started or stopped. `hint` says what the person at the terminal can do. */
export class EmbeddedPostgresError extends Error {
  readonly code = 'embedded_postgres';

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = 'EmbeddedPostgresError';
  }
}
