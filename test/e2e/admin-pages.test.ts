import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentRecord } from '@roster/agents/contracts';
import type { Page } from 'playwright-core';

import { describeInBrowser } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { type AdminSession, newConversation, openAdminSession } from './admin-session.ts';

describeInBrowser('the pages of the admin', () => {
  let session: AdminSession;
  let page: Page;
  let agents: AgentRecord[];
  beforeAll(async () => {
    session = await openAdminSession();
    const admin = await session.app.user('admin');
    ({ body: agents } = await session.app.as(admin).get<AgentRecord[]>('/api/agents'));
    page = await session.open('/', admin);
  }, 240_000);
  afterEach(() => expect(session.complaints.take()).toEqual([]));
  afterAll(() => session?.close());

  const idOf = (name: string) => agents.find((agent) => agent.name === name)!.id;
  const go = (path: string) => page.goto(`${session.app.url}/#${path}`);
  const loaded = () => eventually(async () => expect(await page.locator('h1').count()).toBe(1));

  describe('on a screen 390 pixels wide', () => {
    beforeAll(() => page.setViewportSize({ width: 390, height: 844 }));
    afterAll(() => page.setViewportSize({ width: 1440, height: 900 }));

    it.each(['/', '/agents', '/agents/create', '/runs', '/approvals', '/schedules', '/schedules/create', '/access/users', '/access/api-keys', '/audit', '/conversations'])('%s reads without scrolling sideways', async (path) => {
      session.complaints.expect();
      await go(path);
      await loaded();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

    it('the editor and the playground do too', async () => {
      session.complaints.expect(newConversation);
      for (const path of [`/agents/${idOf('FAQ')}/tools`, `/agents/${idOf('FAQ')}/history`, `/playground/${idOf('Support')}`]) {
        await go(path);
        await loaded();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      }
    });
  });

  it('paints the chosen theme before the application runs, and follows the system without a choice', async () => {
    session.complaints.expect();
    await go('/');
    await page.getByRole('button', { name: 'Colours' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.route('**/assets/*.js', (route) => route.abort());
    session.complaints.expect(/ERR_FAILED GET \/assets/);
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(18, 23, 26)');
    await page.unroute('**/assets/*.js');
    await page.evaluate(() => localStorage.clear());
    await page.emulateMedia({ colorScheme: 'light' });
    await page.reload();
    await loaded();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  });

  it('shows the next fires on the clock of the schedule and on the viewer\'s, and a calendar that cannot be read', async () => {
    session.complaints.expect(/^422 POST \/api\/schedules\/preview$/);
    await go('/schedules/create');
    await page.getByRole('textbox', { name: 'Cron' }).fill('30 2 * * *');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    const fires = page.getByRole('region', { name: 'Next fires' });
    await fires.getByText('Asia/Tokyo').waitFor();
    await eventually(async () => expect(await fires.getByRole('cell').filter({ hasText: '02:30' }).count()).toBe(10));
    await page.getByRole('textbox', { name: 'Cron' }).fill('nonsense');
    await fires.getByRole('alert').waitFor();
  });

  it('says that an address leads nowhere', async () => {
    session.complaints.expect();
    await go('/nowhere');
    await page.getByText('There is nothing at this address').waitFor();
  });
});
