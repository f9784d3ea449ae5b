import { ApiError } from './api-error.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Answer<T> {
  data: T;
  headers: Headers;
  status: number;
}

export type Send = <T>(path: string, options?: RequestOptions) => Promise<Answer<T>>;

/** The header that proves a request was made by our own page (security.md); sent with every unsafe request. */
export const csrfHeaders = { 'x-roster-csrf': '1' } as const;

/** `baseUrl` is empty in the browser (same origin). Every non-2xx answer and every lost connection becomes an ApiError. */
export function createSend(baseUrl = ''): Send {
  return async (path, { method = 'GET', body, headers = {}, signal } = {}) => {
    const response = await reach(`${baseUrl}/api${path}`, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(method === 'GET' ? {} : csrfHeaders),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const data = await readJson(response);
    if (!response.ok) throw new ApiError(response.status, isRecord(data) ? data : {});
    return { data: data as never, headers: response.headers, status: response.status };
  };
}

export const send = createSend();

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { code: 'offline', message: 'The server cannot be reached.', hint: 'Check the connection and try again; nothing was lost.' });
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
