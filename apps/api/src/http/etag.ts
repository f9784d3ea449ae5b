import type { Json } from '@roster/agents/contracts';

import { PreconditionRequiredError } from './errors/precondition-required-error.ts';
import { StaleVersionError } from './errors/stale-version-error.ts';

/** The ETag of a record at a version (a counter or a content hash). */
export const etagOf = (version: string | number): string => `"${version}"`;

/** Errors: PreconditionRequiredError without If-Match, StaleVersionError with the record as it is now for another version. */
export function requireMatch(ifMatch: string | undefined, { version, current }: { version: string | number; current: Json }): void {
  if (ifMatch === undefined) throw new PreconditionRequiredError();
  if (ifMatch.trim() !== etagOf(version)) throw new StaleVersionError(current);
}
