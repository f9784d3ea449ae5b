import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody, GroupRecord } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';

import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.user('admin');
  for (const name of ['alpha', 'beta', 'gamma', 'under_score', '100%', 'back\\slash', 'same', 'Same']) await app.as(admin).post('/api/groups', { name });
});
afterAll(() => app.close());

const list = <T = GroupRecord[]>(query: Record<string, unknown>) => app.as(admin).get<T>(`/api/groups?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])).toString()}`);
const names = async (query: Record<string, unknown>) => (await list(query)).body.map(({ name }) => name);

describe('AC-W16 a list', () => {
  it('sorts, cuts pages and says where they lie', async () => {
    const page = await list({ sort: ['name', 'DESC'], range: [0, 2] });
    expect(page.headers.get('content-range')).toBe('groups 0-2/8');
    const all = await names({ sort: ['name', 'DESC'] });
    expect(page.body.map(({ name }) => name)).toEqual(all.slice(0, 3));
    expect(await names({ sort: ['name', 'DESC'], range: [3, 7] })).toEqual(all.slice(3));
  });

  it('keeps its pages stable when the sorted values are equal', async () => {
    const pages = await Promise.all([0, 2, 4, 6].map((first) => list({ sort: ['description', 'ASC'], range: [first, first + 1] })));
    expect(new Set(pages.flatMap(({ body }) => body.map(({ id }) => id))).size).toBe(8);
  });

  it('is empty beyond its end and says how many there are', async () => {
    const { body, headers } = await list({ range: [100, 124] });
    expect({ body, range: headers.get('content-range') }).toEqual({ body: [], range: 'groups */8' });
    expect((await list({ filter: { name: 'none' } })).headers.get('content-range')).toBe('groups */0');
  });

  it('filters by equality; an array means any of them', async () => {
    expect(await names({ filter: { name: 'beta' } })).toEqual(['beta']);
    expect((await names({ filter: { name: ['beta', 'gamma', 'none'] } })).sort()).toEqual(['beta', 'gamma']);
    expect(await names({ filter: { name: [] } })).toEqual([]);
  });

  it('reads many by id, the visible ones only, and lets malformed ids match nothing', async () => {
    const [first, second] = (await list({})).body;
    expect((await list({ filter: { id: [first?.id, second?.id, newId(), 'nope'] } })).body).toHaveLength(2);
  });

  it('searches with wildcards taken literally', async () => {
    expect(await names({ filter: { q: '_' } })).toEqual(['under_score']);
    expect(await names({ filter: { q: '%' } })).toEqual(['100%']);
    expect(await names({ filter: { q: '\\' } })).toEqual(['back\\slash']);
    expect((await names({ filter: { q: 'SAME' } })).sort()).toEqual(['Same', 'same']);
  });

  it.each([
    ['an unknown sort column', { sort: ['password', 'ASC'] }, 'name'],
    ['SQL in the order', { sort: ['name', 'ASC; DROP TABLE groups'] }, 'DESC'],
    ['SQL in a column', { sort: ['name; --', 'ASC'] }, 'description'],
    ['an unknown filter', { filter: { secret: 1 } }, 'createdAt'],
    ['an operator that is none', { filter: { name_like: 'x' } }, 'equality'],
    ['a prototype as column', { filter: { constructor: 1 } }, 'name'],
    ['the prototype as column', { filter: JSON.parse('{"__proto__":1}') as object }, 'JSON'],
    ['a wrong type', { filter: { name: 5 } }, 'text'],
    ['an object as value', { filter: { name: { $ne: 1 } } }, 'text'],
    ['a NUL in a filter', { filter: { name: 'a\u0000' } }, 'text'],
    ['a NUL in the search', { filter: { q: 'a\u0000' } }, 'characters'],
    ['a range that runs backwards', { range: [5, 1] }, 'rows'],
    ['too many rows', { range: [0, 1_000] }, '1000'],
    ['a far offset', { range: [10_001, 10_002] }, '10000'],
    ['a fraction', { range: [0.5, 3] }, 'first'],
    ['no JSON', { filter: 'name=beta' }, 'JSON'],
  ])('refuses %s with 400 naming what is allowed', async (_name, query, allowed) => {
    const { status, body } = await list<ErrorBody>(query);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(JSON.stringify(body.errors)).toContain(allowed);
  });

  it('refuses unknown and doubled parameters', async () => {
    expect((await app.as(admin).get('/api/groups?page=2')).status).toBe(400);
    expect((await app.as(admin).get('/api/groups?sort=["name","ASC"]&sort=["id","ASC"]')).status).toBe(400);
  });
});
