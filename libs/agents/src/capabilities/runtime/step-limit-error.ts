import { AppError } from '../../kernel/index.ts';

/** A run with this many journaled steps does not end by itself; replaying it would only get slower. */
export const STEP_LIMIT = 2_000;

export class StepLimitError extends AppError {
  readonly code = 'step_limit';
  readonly status = 500;
  constructor() {
    super(`The run took more than ${STEP_LIMIT} steps.`, 'Split the work into child runs.');
  }
}
