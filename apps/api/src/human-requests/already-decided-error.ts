import type { Json } from '@roster/agents/contracts';
import { AppError } from '@roster/agents/kernel';

/** Somebody else was first, or nobody was in time. `current` is the request as it stands. */
export class AlreadyDecidedError extends AppError {
  readonly code = 'already_decided';
  readonly status = 409;
  constructor(readonly current: Json, by: string | null) {
    super(by === null ? 'This request is closed already.' : `This request was decided already, by ${by}.`);
  }
}
