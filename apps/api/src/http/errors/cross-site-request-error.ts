import { AppError } from '@roster/agents/kernel';

/** A request with the login cookie that did not come from our own pages. */
export class CrossSiteRequestError extends AppError {
  readonly code = 'permission_denied';
  readonly status = 403;

  constructor() {
    super('This request did not come from the admin itself.', 'With the login cookie, unsafe methods need a same-origin Origin or Sec-Fetch-Site, the header x-roster-csrf and a JSON or upload content type.');
  }
}
