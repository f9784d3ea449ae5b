import { ApiError } from '../api/api-error.ts';

/** Props of a field that shows what the server refused about it. */
export function problemProps(error: unknown, field: string, hint?: string) {
  const problem = error instanceof ApiError ? error.body.errors?.[field] : undefined;
  return { error: problem !== undefined, helperText: problem ?? hint };
}
