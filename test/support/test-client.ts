/** A caller over real HTTP. Paths begin with `/api` or `/v1`; bodies are JSON. */
export interface TestClient {
  get<T = unknown>(path: string, headers?: Record<string, string>): Promise<TestAnswer<T>>;
  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer<T>>;
  put<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer<T>>;
  patch<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer<T>>;
  delete<T = unknown>(path: string, headers?: Record<string, string>): Promise<TestAnswer<T>>;
  /** With this caller's credentials, anything else as you like; for streams. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestAnswer<T = unknown> { status: number; headers: Headers; body: T }

/** `credentials`: the headers that say who calls. */
export function createTestClient(baseUrl: string, credentials: Readonly<Record<string, string>>): TestClient {
  const call = (path: string, { headers, ...init }: RequestInit = {}) => fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init, headers: { ...credentials, ...(headers as Record<string, string>) } });
  const send = async <T>(method: string, path: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> | undefined }): Promise<TestAnswer<T>> => {
    const hasBody = body !== undefined;
    const response = await call(path, { method, headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers }, ...(hasBody && { body: JSON.stringify(body) }) });
    return { status: response.status, headers: response.headers, body: parse(await response.text()) as T };
  };
  return {
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
    put: (path, body, headers) => send('PUT', path, { body, headers }),
    patch: (path, body, headers) => send('PATCH', path, { body, headers }),
    delete: (path, headers) => send('DELETE', path, { headers }),
    fetch: call,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
