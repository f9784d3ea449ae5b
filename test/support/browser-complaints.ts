import type { BrowserContext } from 'playwright-core';

/**
 * Everything the pages of a browser complain about: scripts that fail, console errors (blocked by the content policy, for one),
 * refused answers and requests that fail. A page that leaves or reloads aborts its own requests: that is no complaint.
 */
export class BrowserComplaints {
  #found: string[] = [];
  #expected: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('weberror', (error) => this.#add(`script ${error.error().message}`));
    context.on('console', (message) => {
      // A refused or failed request is told by its own event, with its address.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) this.#add(`console ${message.text()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.#add(`${response.status()} ${response.request().method()} ${pathOf(response.url())}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'unknown';
      if (reason !== 'net::ERR_ABORTED') this.#add(`${reason} ${request.method()} ${pathOf(request.url())}`);
    });
  }

  /** What the coming steps cannot avoid, e.g. `/^401 GET \/api\/me$/`. Replaces what was expected before. */
  expect(...expected: RegExp[]): void {
    this.#expected = expected;
  }

  /** Gives what was unexpected since the last time. */
  take(): string[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #add(complaint: string): void {
    if (!this.#expected.some((pattern) => pattern.test(complaint))) this.#found.push(complaint);
  }
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
