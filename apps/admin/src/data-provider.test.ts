import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSend } from './api/request.ts';
import { createDataProvider } from './data-provider.ts';

interface Seen { method: string; url: string; headers: Record<string, unknown>; body: string }
interface Reply { status?: number; headers?: Record<string, string>; body?: unknown }

describe('the data provider', () => {
  let server: Server;
  let replies: Reply[] = [];
  let seen: Seen[] = [];
  let provider: ReturnType<typeof createDataProvider>;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push({ method: request.method ?? '', url: decodeURIComponent(request.url ?? ''), headers: request.headers, body });
      const reply = replies.shift() ?? { status: 500 };
      response.writeHead(reply.status ?? 200, reply.headers);
      response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    provider = createDataProvider(createSend(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
  beforeEach(() => {
    seen = [];
    replies = [];
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('AC-W16 asks for a page with sort, range and filter and reads the total from Content-Range', async () => {
    replies = [{ headers: { 'content-range': 'runs 25-49/319' }, body: [{ id: 'a' }] }];
    const page = await provider.getList('runs', { pagination: { page: 2, perPage: 25 }, sort: { field: 'createdAt', order: 'DESC' }, filter: { status: 'failed' } });
    expect(page).toEqual({ data: [{ id: 'a' }], total: 319 });
    expect(seen[0]?.url).toBe('/api/runs?sort=["createdAt","DESC"]&range=[25,49]&filter={"status":"failed"}');
    expect(seen[0]?.headers['x-roster-csrf']).toBeUndefined();
  });

  it('reads an empty list as a total of zero and refuses a list without a total', async () => {
    replies = [{ headers: { 'content-range': 'runs */0' }, body: [] }, { body: [] }];
    expect(await provider.getList('runs', {})).toEqual({ data: [], total: 0 });
    await expect(provider.getList('runs', {})).rejects.toThrow('Content-Range');
  });

  it('AC-W16 writes only the changed fields under the version that was read', async () => {
    replies = [{ headers: { etag: '"7"' }, body: { id: 'u1', name: 'Ada', role: 'user' } }, { headers: { etag: '"8"' }, body: { id: 'u1', name: 'Ada', role: 'admin' } }, { body: { id: 'u1' } }];
    const { data: user } = await provider.getOne('users', { id: 'u1' });
    await provider.update('users', { id: 'u1', data: { ...user, role: 'admin' }, previousData: user });
    await provider.delete('users', { id: 'u1' });
    expect(seen[1]).toMatchObject({ method: 'PATCH', body: '{"role":"admin"}' });
    expect(seen[1]?.headers).toMatchObject({ 'if-match': '"7"', 'x-roster-csrf': '1' });
    expect(seen[2]?.headers['if-match']).toBe('"8"');
  });

  it('fetches many records in requests of at most one hundred ids', async () => {
    replies = [{ headers: { 'content-range': 'agents 0-0/1' }, body: [{ id: '0' }] }, { headers: { 'content-range': 'agents 0-0/1' }, body: [{ id: '100' }] }];
    const { data } = await provider.getMany('agents', { ids: Array.from({ length: 101 }, (_, index) => String(index)) });
    expect(data.map(({ id }) => id)).toEqual(['0', '100']);
    expect(seen[1]?.url).toBe('/api/agents?filter={"id":["100"]}&range=[0,0]');
  });

  it('AC-W17 turns a refusal into an error with code, hint, reference and messages by field', async () => {
    replies = [{ status: 422, body: { code: 'invalid_value', message: 'No.', hint: 'Shorter.', retryable: false, ref: 'r1', errors: { name: { code: 'too_long', message: 'Too long.' } } } }];
    await expect(provider.create('groups', { data: { name: 'x' } })).rejects.toMatchObject({ status: 422, code: 'invalid_value', hint: 'Shorter.', ref: 'r1', body: { errors: { name: 'Too long.' } } });
  });
});
