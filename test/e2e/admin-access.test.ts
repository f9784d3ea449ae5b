import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';

import { SetupLinks } from '../../apps/api/src/auth/setup-links.ts';
import { describeInBrowser } from '../support/chromium.ts';
import type { TestUser } from '../support/test-app.ts';
import { type AdminSession, openAdminSession } from './admin-session.ts';

const password = 'correct horse battery';

describeInBrowser('access', () => {
  let session: AdminSession;
  let admin: TestUser;
  beforeAll(async () => {
    session = await openAdminSession();
  }, 240_000);
  afterEach(() => expect(session.complaints.take()).toEqual([]));
  afterAll(() => session?.close());

  it('makes the first administrator by the single-use link, and names a link that is used up', async () => {
    const link = await session.app.nest.get(SetupLinks).issueSetup();
    session.complaints.expect(/^401 GET \/api\/me$/, /^4\d\d POST \/api\/setup$/);
    const page = await session.open(`/setup?token=${link?.token}`);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Good to see you, Ada' }).waitFor();
    await page.goto(`${session.app.url}/#/setup?token=${link?.token}`);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Eve');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('eve@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(/used already/).waitFor();
    await page.close();
  });

  it('invites somebody by a link that is shown once, and lets them choose a password', async () => {
    admin = await session.app.user('admin');
    session.complaints.expect(/^401 GET \/api\/me$/);
    const page = await session.open('/access/users', admin);
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Tom');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('tom@example.com');
    await page.getByRole('button', { name: 'Make invitation link' }).click();
    const url = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.context().clearCookies();
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Good to see you, Tom' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Access' }).count()).toBe(0);
    await page.close();
  });

  it('says what a wrong password meets, with a reference that can be copied', async () => {
    session.complaints.expect(/^401 /);
    const page = await session.open('/login');
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('tom@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong password here');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Copy the reference' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe('tom@example.com');
    await page.close();
  });

  it('sends nobody who is not signed in anywhere but to the sign-in page', async () => {
    session.complaints.expect(/^401 /);
    const page = await session.open('/agents');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.close();
  });
});
