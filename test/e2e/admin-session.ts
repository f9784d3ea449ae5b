import type { Page } from 'playwright-core';

import { BrowserComplaints } from '../support/browser-complaints.ts';
import { type Chromium, launchChromium } from '../support/chromium.ts';
import { ensureProductBuilt } from '../support/product-build.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

/** The built admin, served by the test application with the example agents, in a real browser. */
export interface AdminSession {
  app: TestApp;
  complaints: BrowserComplaints;
  /** A new window of somebody who is signed in; the last one signed in owns the cookie. */
  open(path: string, user?: TestUser): Promise<Page>;
  close(): Promise<void>;
}

/** The playground looks for a conversation that begins with the first message. */
export const newConversation = /^404 GET \/api\/threads\/pg-[a-z0-9]+-(live|draft)\/messages/;

export async function openAdminSession(): Promise<AdminSession> {
  await ensureProductBuilt();
  const app = await startTestApp({ environment: { SEED_EXAMPLES: 'true' } });
  const browser: Chromium = await launchChromium();
  return {
    app,
    complaints: new BrowserComplaints(browser.context),
    open: async (path, user) => {
      if (user !== undefined) await browser.context.addCookies([cookieOf(user, app.url)]);
      const page = await browser.context.newPage();
      await page.goto(`${app.url}/#${path}`);
      return page;
    },
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}

function cookieOf(user: TestUser, url: string) {
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=');
  return { name, value, url };
}
