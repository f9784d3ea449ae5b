import type { Request } from 'express';
import type { Caller } from '../auth/caller.ts';

/** What our middleware and the guard add to Express's request. */
export interface AppRequest extends Request {
  /** Names this request in the log; an error answers it as `ref`. */
  requestId: string;
  /** Set by the guard on every route that is not public. */
  caller?: Caller;
}
