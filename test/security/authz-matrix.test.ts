// Route x principal x object. The routes come from the running router, the expectations from authz-matrix.json.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@roster/agents/kernel';
import { z } from 'zod';

import { describeApi } from '../../apps/api/src/openapi/describe-api.ts';
import { liveRoutes } from '../support/live-routes.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import type { TestAnswer, TestClient } from '../support/test-client.ts';
import { type ObjectValues, objects } from './support/matrix-objects.ts';
import { createPrincipals, type MatrixPrincipals } from './support/matrix-principals.ts';
import { matrixRowSchema, type MatrixRow, named, principalNames, withoutCredentials } from './support/matrix-row.ts';

const rows = z.array(matrixRowSchema).parse(JSON.parse(readFileSync('test/security/authz-matrix.json', 'utf8')));

let app: TestApp;
let principals: MatrixPrincipals;
beforeAll(async () => {
  app = await startTestApp();
  principals = await createPrincipals(app);
}, 60_000);
afterAll(() => app?.close());

describe('AC-S1 AC-W18 the matrix', () => {
  it('AC-S1 AC-W18 has a row for every live route and no row besides', () => {
    expect([...new Set(rows.map(({ route }) => route))].sort()).toEqual(liveRoutes(app.nest));
  });

  it('AC-S1 states of every route what its decorator states', async () => {
    const { paths } = await describeApi();
    const declared = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { 'x-access': { kind: string; operation?: string } }>).map(([method, operation]) => {
        const access = operation['x-access'];
        return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}: ${access.kind === 'operation' ? access.operation : { signedIn: 'signed-in' }[access.kind] ?? access.kind}`;
      }));
    expect([...new Set(rows.map(({ route, access }) => `${route}: ${access}`))].sort()).toEqual(declared.sort());
  });
});

describe.each(rows.filter(({ access }) => access === 'public'))('AC-S1 $route', (row) => {
  it('AC-S1 asks nobody who they are', async () => {
    for (const client of [principals.clients.anonymous, principals.clients.admin]) expectAllowed(row, await call(row, client, {}));
  });
});

describe.each(rows.filter(({ access }) => access !== 'public').map((row) => ({ ...row, about: row.object ?? 'no object' })))('AC-S1 AC-W18 $route ($about)', (row) => {
  const allowed = named(row.allow);
  const seeing = named(row.seesObject);
  const isUnsafe = !row.route.startsWith('GET ');
  const make = async (): Promise<ObjectValues> => (row.object === undefined ? {} : objectNamed(row.object)({ app, principals }));

  it('AC-S1 answers 401 without valid credentials', async () => {
    const values = await make();
    for (const name of withoutCredentials) expect({ name, status: (await call(row, principals.clients[name], values)).status }).toEqual({ name, status: 401 });
  });

  it('AC-S1 AC-S2 refuses the others: 403 for what they see, else as if there were nothing', async () => {
    const values = await make();
    for (const name of principalNames.filter((candidate) => !allowed.has(candidate) && candidate !== 'viewAs')) {
      const answer = await call(row, principals.clients[name], values);
      const isSeen = row.object === undefined || seeing.has(name);
      expect({ name, status: answer.status, body: answer.body }).toMatchObject({ name, status: isSeen ? 403 : 404, body: { code: isSeen ? 'permission_denied' : 'not_found' } });
      if (!isSeen) for (const other of await absentTwins(row, principals.clients[name], values)) expect(comparable(other)).toEqual(comparable(answer));
    }
  });

  it('AC-S1 lets the allowed do it', async () => {
    let values = await make();
    const callers = row.endsLogin ? await createPrincipals(app) : principals;
    for (const name of principalNames.filter((candidate) => allowed.has(candidate) && candidate !== 'viewAs')) {
      expectAllowed(row, await call(row, callers.clients[name], values), name);
      if (isUnsafe) values = await make();
    }
  });

  it('AC-S1 shows an administrator who looks through other eyes what they show, and lets nothing be changed', async () => {
    const values = await make();
    const answer = await call(row, principals.clients.viewAs, values);
    if (isUnsafe) expect(answer.status).toBe(403);
    else expect(answer.status).toBe((await call(row, principals.clients.noGrants, values)).status);
  });
});

/** The same request for an id that never was and for one that cannot be. */
async function absentTwins(row: MatrixRow, client: TestClient, values: ObjectValues): Promise<TestAnswer[]> {
  const [parameter] = parametersOf(row);
  if (parameter === undefined) return [];
  return [await call(row, client, { ...values, [parameter]: newId() }), await call(row, client, { ...values, [parameter]: 'no-such-thing' })];
}

function call(row: MatrixRow, client: TestClient, values: ObjectValues): Promise<TestAnswer> {
  const [method, pattern = ''] = row.route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_match, name: string) => values[name] ?? newId()) + (row.query === undefined ? '' : `?${fill(row.query, values)}`);
  const body = row.body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(row.body), values)) as unknown);
  const headers = Object.fromEntries(Object.entries(row.headers ?? {}).map(([name, value]) => [name, fill(value, values)]));
  switch (method) {
    case 'GET': return client.get(path, headers);
    case 'DELETE': return client.delete(path, headers);
    case 'PUT': return client.put(path, body, headers);
    case 'PATCH': return client.patch(path, body, headers);
    default: return client.post(path, body, headers);
  }
}

function fill(text: string, values: ObjectValues): string {
  return text.replaceAll(/\$(\w+)/g, (_match, name: string) => (name === 'unique' ? newId() : name === 'tomorrow' ? new Date(Date.now() + 86_400_000).toISOString() : (values[name] ?? newId())));
}

function expectAllowed({ route, status }: MatrixRow, answer: TestAnswer, name = 'anybody'): void {
  const isExpected = status ? status.includes(answer.status) : answer.status >= 200 && answer.status < 300;
  expect({ route, name, isExpected, status: answer.status, body: isExpected ? null : answer.body }).toEqual({ route, name, isExpected: true, status: answer.status, body: null });
}

function comparable({ status, headers, body }: TestAnswer): unknown {
  const shown = [...headers].filter(([name]) => !['date', 'etag', 'keep-alive', 'connection'].includes(name));
  return { status, headers: shown, body: { ...(body as object), ref: '' } };
}

const parametersOf = ({ route }: MatrixRow): string[] => [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

function objectNamed(name: string) {
  const fixture = objects[name];
  if (!fixture) throw new Error(`matrix-objects knows no "${name}".`);
  return fixture;
}
