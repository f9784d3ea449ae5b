import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { SetupLinks } from '../../apps/api/src/auth/setup-links.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'seven purple whales';

describe('the first administrator', () => {
  let app: TestApp;
  beforeAll(async () => { app = await startTestApp(); });
  afterAll(() => app.close());

  it('is made by one of two racing requests with the same link; the other gets 409', async () => {
    const link = await app.nest.get(SetupLinks).issueSetup();
    const request = (email: string) => app.as(null).post('/api/setup', { token: link?.token, email, name: 'Ada', password: PASSWORD });
    const statuses = (await Promise.all([request('ada@example.com'), request('eve@example.com')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const { rows } = await app.pool.query('SELECT role FROM users');
    expect(rows).toEqual([{ role: 'admin' }]);
  });

  it('leaves no further setup link', async () => {
    expect(await app.nest.get(SetupLinks).issueSetup()).toBeNull();
  });
});
