import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiKeyRecord, ErrorBody, Me } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';

import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.user('admin');
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const request = (change: object = {}) => ({ name: 'Shop', operations: ['view_agent', 'chat'], agentIds: [newId()], expiresAt: inDays(30), ...change });
const create = (change: object = {}) => app.as(admin).post<ApiKeyRecord & { key: string }>('/api/api-keys', request(change));
const me = (authorization: string, headers: Record<string, string> = {}) => app.as(null, { authorization, ...headers }).get<Me & ErrorBody>('/api/me');

describe('an API key', () => {
  it('is shown once and kept as a hash', async () => {
    const { status, body, headers } = await create();
    expect({ status, key: body.key, location: headers.get('location') }).toEqual({ status: 201, key: expect.stringMatching(/^rk_[0-9a-f]{32}_[\w-]{43}$/), location: `/api/api-keys/${body.id}` });
    const again = await app.as(admin).get(`/api/api-keys/${body.id}`);
    const { rows } = await app.pool.query<{ text: string }>("SELECT row_to_json(api_keys)::text AS text FROM api_keys UNION ALL SELECT row_to_json(audit_events)::text FROM audit_events");
    const secret = body.key.split('_').slice(2).join('_');
    for (const text of [JSON.stringify(again.body), ...rows.map((row) => row.text)]) expect(text).not.toContain(secret);
  });

  it('acts as its owner within its operations', async () => {
    const { body } = await create({ operations: ['chat'] });
    const { body: who } = await me(`Bearer ${body.key}`);
    expect(who).toMatchObject({ principal: { kind: 'apiKey', apiKeyId: body.id }, user: { id: admin.userId }, can: ['chat'] });
    expect((await app.as(null, { authorization: `Bearer ${body.key}` }).get('/api/users')).status).toBe(403);
  });

  it.each([
    ['a changed secret', (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['a foreign id', (key: string) => `Bearer rk_${newId().replaceAll('-', '')}_${key.split('_').slice(2).join('_')}`],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['no scheme', (key: string) => key],
    ['something behind it', (key: string) => `Bearer ${key} x`],
    ['nothing', () => 'Bearer'],
    ['a megabyte less', () => `Bearer ${'x'.repeat(8_000)}`],
  ])('opens nothing with %s', async (_name, change) => {
    const { body } = await create();
    expect((await me(change(body.key))).status).toBe(401);
  });

  it('is refused in a URL and beside a cookie', async () => {
    const { body } = await create();
    expect((await app.as(null).get<ErrorBody>(`/api/me?key=${body.key}`)).status).toBe(400);
    expect((await app.as(null).get<ErrorBody>(`/api/health?x=${encodeURIComponent(body.key).replace('rk', '%72k')}`)).status).toBe(400);
    expect((await app.as(admin, { authorization: `Bearer ${body.key}` }).get<ErrorBody>('/api/me')).body.code).toBe('invalid_request');
  });

  it('ends when it is revoked or has expired', async () => {
    const { body } = await create();
    expect((await app.as(admin).delete<ApiKeyRecord>(`/api/api-keys/${body.id}`)).body.status).toBe('revoked');
    expect((await me(`Bearer ${body.key}`)).status).toBe(401);
    const expired = await app.key(admin, { operations: ['chat'], expiresInMs: -1_000 });
    expect((await app.as(expired).get('/api/me')).status).toBe(401);
  });

  it.each([
    ['no operations', { operations: [] }, 422],
    ['an unknown operation', { operations: ['fly'] }, 422],
    ['no agents', { agentIds: [] }, 422],
    ['more than a year', { expiresAt: inDays(366) }, 422],
    ['an end that is past', { expiresAt: inDays(-1) }, 422],
    ['no end', { expiresAt: undefined }, 400],
    ['an owner', { ownerId: newId() }, 400],
  ])('cannot have %s', async (_name, change, status) => {
    expect((await create(change)).status).toBe(status);
  });

  it('makes no keys, or it could widen itself', async () => {
    const key = await app.key(admin, { operations: ['manage_keys'] });
    expect((await app.as(key).post('/api/api-keys', request())).status).toBe(403);
    expect((await app.as(key).get('/api/api-keys')).status).toBe(200);
  });

  it('has never more than its owner has at the moment', async () => {
    const owner = await app.user('admin');
    const key = await app.key(owner, { operations: ['manage_users'] });
    expect((await app.as(key).get('/api/users')).status).toBe(200);
    await app.as(admin).patch(`/api/users/${owner.userId}`, { role: 'user' });
    expect((await app.as(key).get('/api/users')).status).toBe(403);
  });
});

describe('an end user', () => {
  it('is named by the key and by nobody else', async () => {
    const key = await app.key(admin, { operations: ['chat'] });
    expect((await app.as(key, { 'x-roster-end-user': 'ann' }).get<Me>('/api/me')).body.principal).toEqual({ kind: 'apiKey', apiKeyId: key.apiKeyId, endUser: 'ann' });
    expect((await app.as(admin, { 'x-roster-end-user': 'ann' }).get('/api/me')).status).toBe(400);
    expect((await app.as(key, { 'x-roster-end-user': 'a'.repeat(129) }).get('/api/me')).status).toBe(400);
    expect((await app.as(key, { 'x-roster-end-user': 'b\u00e9' }).get('/api/me')).status).toBe(400);
  });
});

describe('view-as', () => {
  it('shows an administrator what somebody else sees, reads only, on record', async () => {
    const user = await app.user('user');
    const eyes = app.as(admin, { 'x-roster-view-as': user.userId });
    expect((await eyes.get('/api/users')).status).toBe(403);
    expect((await eyes.post('/api/groups', { name: 'x' })).status).toBe(403);
    expect((await app.as(user, { 'x-roster-view-as': admin.userId }).get('/api/users')).status).toBe(403);
    expect((await app.as(admin, { 'x-roster-view-as': newId() }).get('/api/me')).status).toBe(404);
    const { rows } = await app.pool.query("SELECT actor_id, object_id FROM audit_events WHERE action = 'view_as'");
    expect(rows).toContainEqual({ actor_id: admin.userId, object_id: user.userId });
  });
});
