import { request as httpRequest } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';

import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp({ environment: { CORS_ORIGINS: 'https://shop.example' } });
  admin = await app.user('admin');
});
afterAll(() => app.close());

const send = (body: string, headers: Record<string, string> = {}) => app.as(admin).fetch('/api/groups', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const errorOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as ErrorBody });

describe('a body', () => {
  it.each([
    ['broken JSON', '{"name":'],
    ['no JSON at all', 'name=x'],
    ['nothing', ''],
    ['an array', '[]'],
    ['a number', '3'],
    ['null', 'null'],
    ['an unknown field', '{"name":"x","colour":"red"}'],
    ['an id', `{"name":"x","id":"${newId()}"}`],
    ['a prototype', '{"name":"x","__proto__":{"polluted":true}}'],
    ['a constructor', '{"name":"x","constructor":{"prototype":{"polluted":true}}}'],
    ['a wrong type', '{"name":5}'],
    ['a missing field', '{}'],
    ['65 levels', `{"name":${'['.repeat(65)}${']'.repeat(65)}}`],
    ['20000 levels', `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('is malformed with %s: 400', async (_name, body) => {
    const { status, body: error } = await errorOf(await send(body));
    expect({ status, code: error.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['a NUL', '{"name":"a\\u0000b"}', 'name'],
    ['half a character', '{"name":"a\\ud800b"}', 'name'],
    ['an empty name', '{"name":"   "}', 'name'],
    ['an invisible character', '{"name":"a\\u202eb"}', 'name'],
    ['too long a name', `{"name":"${'x'.repeat(121)}"}`, 'name'],
    ['an id that is none', '{"name":"x","memberIds":["nope"]}', 'memberIds.0'],
    ['an id of nobody', `{"name":"x","memberIds":["${newId()}"]}`, 'memberIds'],
  ])('is well-formed but wrong with %s: 422 on its field', async (_name, body, field) => {
    const { status, body: error } = await errorOf(await send(body));
    expect({ status, code: error.code, fields: Object.keys(error.errors ?? {}) }).toEqual({ status: 422, code: 'invalid_value', fields: [field] });
  });

  it('is too large beyond 1 MiB, whether it says so or is cut into chunks', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1_048_576) });
    expect((await errorOf(await send(large))).body.code).toBe('payload_too_large');
    const stream = new ReadableStream({ start(controller) { controller.enqueue(new TextEncoder().encode(large)); controller.close(); } });
    const chunked = await app.as(admin).fetch('/api/groups', { method: 'POST', body: stream, headers: { 'content-type': 'application/json' }, duplex: 'half' } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it('is refused when it comes compressed', async () => {
    expect((await send('{"name":"x"}', { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it.each(['utf-16le', 'utf-7', 'latin1'])('is refused in %s: only UTF-8 is looked into before it is read', async (charset) => {
    const deep = `{"name":"\\"","description":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const body = charset === 'utf-16le' ? Buffer.from(deep, 'utf16le') : Buffer.from(deep);
    const response = await app.as(admin).fetch('/api/groups', { method: 'POST', body, headers: { 'content-type': `application/json; charset=${charset}` } });
    expect(await errorOf(response)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('with very many keys is answered soon', async () => {
    const startedAt = performance.now();
    expect([400, 413]).toContain((await send(`{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":0`).join(',')}}`)).status);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('an error', () => {
  it('has one shape, and its ref finds the line in the log', async () => {
    const { body } = await app.as(admin).get<ErrorBody>(`/api/users/${newId()}`);
    expect(Object.keys(body).sort()).toEqual(['code', 'message', 'ref', 'retryable']);
    expect(app.logs.find(({ ref }) => ref === body.ref)).toMatchObject({ event: 'request_failed', code: 'not_found', route: '/api/users/:userId' });
  });

  it('AC-S15 AC-C34 of the database never shows its text', async () => {
    await app.pool.query('ALTER TABLE groups RENAME TO groups_away');
    try {
      const { status, body } = await app.as(admin).get<ErrorBody>('/api/groups');
      expect({ status, code: body.code, retryable: body.retryable }).toEqual({ status: 500, code: 'unknown', retryable: true });
      expect(JSON.stringify(body)).not.toMatch(/groups|relation|SELECT/);
      expect(JSON.stringify(app.logs.find(({ ref }) => ref === body.ref))).toContain('does not exist');
    } finally {
      await app.pool.query('ALTER TABLE groups_away RENAME TO groups');
    }
  });
});

describe('a path', () => {
  it.each(['/api/users/', '//api/users', '/api//users', '/API/users', '/api/Users', '/api/%75sers', '/api/users;x=1', '/api/./users/', '/api/users/%2e', '/api/users/..%2fgroups', '/api/users/%00', '/api/users/%E0%A4%A'])(
    'that varies is the plain one or nothing: %s', async (path) => {
      for (const caller of [null, admin]) {
        const status = await rawStatus(path, caller?.headers ?? {});
        expect(caller === null ? [401, 404] : [404]).toContain(status);
      }
    });

  it('is the same in absolute form, and no header changes method or path', async () => {
    expect(await rawStatus(`${app.url}/api/users`, {})).toBe(401);
    expect(await rawStatus('/api/health', { 'x-original-url': '/api/users', 'x-http-method-override': 'DELETE' })).toBe(200);
  });

  it('answers HEAD like GET and knows no OPTIONS', async () => {
    expect((await app.as(null).fetch('/api/users', { method: 'HEAD' })).status).toBe(401);
    expect((await app.as(admin).fetch('/api/users', { method: 'HEAD' })).status).toBe(200);
    expect([200, 404]).toContain((await app.as(null).fetch('/api/users', { method: 'OPTIONS' })).status);
  });

  it('AC-S2 with an unknown, malformed or absurd id is the same answer', async () => {
    const answers = await Promise.all([newId(), 'nope', '%00', '%F0%9F%92%A9', 'a'.repeat(3_000), '..%2f..%2fetc'].map((id) => app.as(admin).get<ErrorBody>(`/api/users/${id}`)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, ...body, ref: '' })))).toHaveProperty('size', 1);
  });
});

describe('headers', () => {
  it('keep answers out of caches, frames and other origins', async () => {
    const { headers } = await app.as(admin).get('/api/me');
    expect(Object.fromEntries(['cache-control', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'content-security-policy', 'x-powered-by', 'access-control-allow-origin'].map((name) => [name, headers.get(name)]))).toEqual({
      'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'x-powered-by': null, 'access-control-allow-origin': null,
    });
  });

  it('AC-S7 open the chat routes to configured origins only, never with credentials', async () => {
    const preflight = (path: string, origin: string) => app.as(null).fetch(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    const allowed = await preflight('/api/chat', 'https://shop.example');
    expect({ status: allowed.status, origin: allowed.headers.get('access-control-allow-origin'), credentials: allowed.headers.get('access-control-allow-credentials') }).toEqual({ status: 204, origin: 'https://shop.example', credentials: null });
    expect((await preflight('/api/chat', 'https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await preflight('/api/users', 'https://shop.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

/** As written: fetch would tidy the path up. */
function rawStatus(path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const call = httpRequest({ hostname, port, path, headers, method: 'GET' }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject).end();
  });
}
