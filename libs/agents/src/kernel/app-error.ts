/** One class per situation extends this; the class owns `code` and `status`, `message` is for the caller, `hint` for the developer. */
export abstract class AppError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  readonly retryable: boolean = false;

  constructor(message: string, readonly hint?: string) {
    super(message);
    this.name = new.target.name;
  }
}
