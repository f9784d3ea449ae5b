import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Me } from '@roster/agents/contracts';

import { SetupLinks } from '../../apps/api/src/auth/setup-links.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'seven purple whales';
const EMAIL = 'ada@example.com';

let app: TestApp;
beforeAll(async () => { app = await startTestApp(); });
afterAll(() => app.close());
afterEach(() => app.pool.query('DELETE FROM login_attempts'));

const login = (password: string, { email = EMAIL, headers = {} }: { email?: string; headers?: Record<string, string> } = {}) => app.as(null).post<Me & { code: string }>('/api/login', { email, password }, headers);
const cookiesOf = (headers: Headers) => Object.fromEntries(headers.getSetCookie().map((cookie) => [cookie.split('=')[0], cookie]));
const valueOf = (cookie: string | undefined) => (cookie ?? '').split(';')[0] ?? '';
const withCookie = (cookie: string) => app.as(null, { cookie, 'x-roster-csrf': '1', origin: app.url });

describe('the first administrator', () => {
  it('is made by one of two racing requests with the same link; the other gets 409', async () => {
    const link = await app.nest.get(SetupLinks).issueSetup();
    const request = (email: string) => app.as(null).post('/api/setup', { token: link?.token, email, name: 'Ada', password: PASSWORD });
    const answers = await Promise.all([request(EMAIL), request(EMAIL)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await app.pool.query('SELECT email, role, status FROM users')).rows).toEqual([{ email: EMAIL, role: 'admin', status: 'active' }]);
  });

  it('leaves no further setup link, and the used one says so', async () => {
    expect(await app.nest.get(SetupLinks).issueSetup()).toBeNull();
    expect((await app.as(null).post('/api/setup', { token: 'A'.repeat(43), email: EMAIL, name: 'Eve', password: PASSWORD })).status).toBe(404);
  });
});

describe('a login', () => {
  it('answers who one is and sets a cookie that scripts cannot read', async () => {
    const { status, body, headers } = await login(PASSWORD);
    expect({ status, user: body.user }).toMatchObject({ status: 200, user: { email: EMAIL, role: 'admin' } });
    expect(cookiesOf(headers).roster).toMatch(/^roster=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(body.can).toContain('manage_users');
  });

  it('takes the address in any case', async () => {
    expect((await login(PASSWORD, { email: 'Ada@Example.COM' })).status).toBe(200);
  });

  it('reads the same for a wrong password and an unknown account', async () => {
    const [wrong, unknown] = [await login('wrong'), await login('wrong', { email: 'nobody@example.com' })];
    expect(wrong.status).toBe(401);
    expect({ ...wrong.body, ref: '' }).toEqual({ ...unknown.body, ref: '' });
  });

  it('keeps nothing but hashes in the database', async () => {
    const { headers } = await login(PASSWORD);
    const tokens = headers.getSetCookie().map((cookie) => valueOf(cookie).split('=')[1] ?? '');
    const { rows } = await app.pool.query<{ text: string }>(`SELECT row_to_json(logins)::text AS text FROM logins UNION ALL SELECT row_to_json(known_browsers)::text FROM known_browsers UNION ALL SELECT row_to_json(users)::text FROM users`);
    for (const { text } of rows) for (const secret of [...tokens, PASSWORD]) expect(text).not.toContain(secret);
  });

  it('ends by logout, everywhere', async () => {
    const cookie = valueOf(cookiesOf((await login(PASSWORD)).headers).roster);
    expect((await withCookie(cookie).get('/api/me')).status).toBe(200);
    expect((await withCookie(cookie).post('/api/logout')).status).toBe(204);
    expect((await withCookie(cookie).get('/api/me')).status).toBe(401);
  });

  it.each([
    ['8 idle hours', "last_seen_at = now() - interval '8 hours 1 second'"],
    ['7 days', "expires_at = now() - interval '1 second'"],
  ])('ends after %s', async (_name, change) => {
    const user = await app.user();
    expect((await app.as(user).get('/api/me')).status).toBe(200);
    await app.pool.query(`UPDATE logins SET ${change} WHERE user_id = $1`, [user.userId]);
    expect((await app.as(user).get('/api/me')).status).toBe(401);
  });

  it('gets a new token each time, so that a planted one is worth nothing', async () => {
    const planted = `roster=${'A'.repeat(43)}`;
    const { headers } = await login(PASSWORD, { headers: { cookie: planted } });
    expect(valueOf(cookiesOf(headers).roster)).not.toBe(planted);
    expect((await withCookie(planted).get('/api/me')).status).toBe(401);
  });

  it('is audited, whatever comes of it', async () => {
    await login('wrong');
    await login(PASSWORD);
    const { rows } = await app.pool.query("SELECT outcome, actor_kind FROM audit_events WHERE action = 'login' ORDER BY id DESC LIMIT 2");
    expect(rows).toEqual([{ outcome: 'allowed', actor_kind: 'user' }, { outcome: 'failed', actor_kind: 'anonymous' }]);
  });
});

describe('guessing', () => {
  it('AC-S8 is slowed down after five wrong passwords and says when to come back', async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await login('wrong')).status).toBe(401);
    const blocked = await login(PASSWORD);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(blocked.body).toMatchObject({ code: 'rate_limited', retryable: true });
  });

  it('AC-S8 never locks the owner out of a browser that signed in before', async () => {
    const browser = valueOf(cookiesOf((await login(PASSWORD)).headers)['roster-browser']);
    const startedAt = performance.now();
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => login('wrong')))).map(({ status }) => status);
    // Five without delay, and one more for each delay of 1 s, 2 s, 4 s … that passed meanwhile.
    const admitted = 5 + Math.floor(Math.log2(1 + (performance.now() - startedAt) / 1_000));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(admitted);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(40 - admitted);
    await app.pool.query("UPDATE login_attempts SET blocked_until = now() + interval '1 minute'");
    expect((await login(PASSWORD)).status).toBe(429);
    expect((await login(PASSWORD, { headers: { cookie: browser } })).status).toBe(200);
  });

  it('doubles its delay up to fifteen minutes', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await login('wrong');
    const delays: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const { rows } = await app.pool.query<{ delay: number }>("SELECT round(extract(epoch FROM blocked_until - updated_at))::integer AS delay FROM login_attempts WHERE key LIKE 'account:%'");
      delays.push(rows[0]?.delay ?? 0);
      await app.pool.query('UPDATE login_attempts SET blocked_until = now()');
      await login('wrong');
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });
});

describe('requests with the cookie', () => {
  it.each([
    ['without the header', { 'x-roster-csrf': undefined }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['that a browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that a browser calls same-site', { 'sec-fetch-site': 'same-site' }],
    ['without any origin', { origin: undefined }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { 'content-type': 'text/plain' }],
  ])('AC-S7 that change something are refused %s', async (_name, change) => {
    const admin = await app.user('admin');
    const headers = Object.fromEntries(Object.entries({ ...admin.headers, 'content-type': 'application/json', ...change }).filter(([, value]) => value !== undefined)) as Record<string, string>;
    const response = await fetch(`${app.url}/api/groups`, { method: 'POST', headers, body: JSON.stringify({ name: 'forged' }) });
    expect(response.status).toBe(403);
    expect((await app.pool.query('SELECT 1 FROM groups')).rowCount).toBe(0);
  });

  it('AC-S7 that say same-origin are taken, and reads need nothing', async () => {
    const admin = await app.user('admin');
    const cookie = admin.headers.cookie ?? '';
    expect((await app.as(null, { cookie, 'x-roster-csrf': '1', 'sec-fetch-site': 'same-origin' }).post('/api/logout')).status).toBe(204);
    const reader = await app.user('admin');
    expect((await app.as(null, { cookie: reader.headers.cookie ?? '' }).get('/api/users')).status).toBe(200);
  });

  it('AC-S7 cannot sign a stranger\'s browser in from another page', async () => {
    expect((await login(PASSWORD, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });
});

describe('a password', () => {
  it('can be changed by who knows it, which ends every other login', async () => {
    const [here, there] = [await login(PASSWORD), await login(PASSWORD)].map(({ headers }) => withCookie(valueOf(cookiesOf(headers).roster)));
    expect((await here!.put('/api/me/password', { current: 'wrong', password: 'nine yellow lions' })).status).toBe(422);
    const changed = await here!.put('/api/me/password', { current: PASSWORD, password: 'nine yellow lions' });
    expect(changed.status).toBe(200);
    expect((await there!.get('/api/me')).status).toBe(401);
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login('nine yellow lions')).status).toBe(200);
  });

  it.each(['qwertyuiop123', 'abababababab', 'short', 'ada@example.com'])('is refused with its field when it is %s', async (password) => {
    const current = (await login('nine yellow lions')).headers;
    const answer = await withCookie(valueOf(cookiesOf(current).roster)).put<{ errors: object }>('/api/me/password', { current: 'nine yellow lions', password });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty('password');
  });
});

describe('disabling', () => {
  it('AC-S6 ends logins and keys at once', async () => {
    const [admin, user] = [await app.user('admin'), await app.user('operator')];
    const key = await app.key(user, { operations: ['view_agent'] });
    expect((await app.as(key).get('/api/me')).status).toBe(200);
    expect((await app.as(admin).patch(`/api/users/${user.userId}`, { status: 'disabled' })).status).toBe(200);
    expect((await app.as(user).get('/api/me')).status).toBe(401);
    expect((await app.as(key).get('/api/me')).status).toBe(401);
  });
});

it('leaves no secret in the log', async () => {
  await login(PASSWORD);
  await eventually(() => expect(app.logs.length).toBeGreaterThan(0));
  expect(JSON.stringify(app.logs)).not.toContain(PASSWORD);
});
