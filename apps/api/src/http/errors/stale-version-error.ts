import type { Json } from '@roster/agents/contracts';
import { AppError } from '@roster/agents/kernel';

/** Somebody else was faster; `current` is the record as it is now. */
export class StaleVersionError extends AppError {
  readonly code = 'stale_version';
  readonly status = 412;

  constructor(readonly current: Json) {
    super('This was changed by someone else in the meantime.', 'Compare with current, then send If-Match with its ETag.');
  }
}
