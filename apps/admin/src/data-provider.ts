import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import { changedFields } from './api/changed-fields.ts';
import { totalOf } from './api/content-range.ts';
import { type Answer, type Send, send } from './api/request.ts';

/** The simple REST dialect of protocols.md section 2, with the two differences that keep writes safe: an update sends changed fields only, under the version it was based on (If-Match). */
export function createDataProvider(request: Send): DataProvider {
  const versions = new Map<string, string>();
  const remember = <T>(resource: string, id: Identifier, { headers, data }: Answer<T>) => {
    const etag = headers.get('etag');
    if (etag !== null) versions.set(recordPath(resource, id), etag);
    return { data };
  };
  const write = async (resource: string, id: Identifier, options: { method: 'PATCH' | 'DELETE'; body?: unknown }) => {
    const version = versions.get(recordPath(resource, id));
    return request<never>(recordPath(resource, id), { ...options, headers: version === undefined ? {} : { 'if-match': version } });
  };
  return {
    supportAbortSignal: true,
    getList: (resource, params) => list(request, resource, params),
    getOne: async (resource, { id, signal }) => remember(resource, id, await request<never>(recordPath(resource, id), { ...(signal && { signal }) })),
    getMany: async (resource, { ids }) => ({ data: await many(request, resource, ids) }),
    getManyReference: (resource, { target, id, ...params }) => list(request, resource, { ...params, filter: { ...params.filter, [target]: id } }),
    create: async (resource, { data }) => ({ data: (await request<never>(`/${resource}`, { method: 'POST', body: data })).data }),
    update: async (resource, { id, data, previousData }) => remember(resource, id, await write(resource, id, { method: 'PATCH', body: changedFields(previousData ?? {}, data) })),
    updateMany: async (resource, { ids, data }) => {
      for (const id of ids) await write(resource, id, { method: 'PATCH', body: data });
      return { data: ids };
    },
    delete: async (resource, { id, previousData }) => ({ data: ((await write(resource, id, { method: 'DELETE' })).data ?? previousData ?? { id }) as never }),
    deleteMany: async (resource, { ids }) => {
      for (const id of ids) await write(resource, id, { method: 'DELETE' });
      return { data: ids };
    },
  };
}

export const dataProvider = createDataProvider(send);

const recordPath = (resource: string, id: Identifier) => `/${resource}/${encodeURIComponent(String(id))}`;

async function list<R extends RaRecord>(request: Send, resource: string, { pagination, sort, filter, signal }: Partial<GetListParams> & { signal?: AbortSignal }) {
  const query = new URLSearchParams();
  if (sort?.field) query.set('sort', JSON.stringify([sort.field, sort.order]));
  if (pagination) query.set('range', JSON.stringify([(pagination.page - 1) * pagination.perPage, pagination.page * pagination.perPage - 1]));
  if (filter && Object.keys(filter).length > 0) query.set('filter', JSON.stringify(filter));
  const answer = await request<R[]>(`/${resource}?${query}`, { ...(signal && { signal }) });
  return { data: answer.data, total: totalOf(answer.headers.get('content-range')) };
}

/** The server takes at most 100 ids a request. */
async function many<R extends RaRecord>(request: Send, resource: string, ids: readonly Identifier[]): Promise<R[]> {
  const records: R[] = [];
  for (let start = 0; start < ids.length; start += 100) {
    const chunk = ids.slice(start, start + 100);
    const query = new URLSearchParams({ filter: JSON.stringify({ id: chunk }), range: JSON.stringify([0, chunk.length - 1]) });
    records.push(...(await request<R[]>(`/${resource}?${query}`)).data);
  }
  return records;
}
