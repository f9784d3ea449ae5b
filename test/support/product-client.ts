import { randomUUID } from 'node:crypto';
import type { UIMessage } from 'ai';
import type { ProductProcess } from './product-process.ts';

/** The first administrator of a product process, as a browser would act. */
export class ProductClient {
  private cookie = '';

  private constructor(private url: string) {}

  /** Uses the setup link of a first start. */
  static async setUp({ url, setupLink }: ProductProcess): Promise<ProductClient> {
    const client = new ProductClient(url);
    const token = new URLSearchParams(setupLink!.slice(setupLink!.indexOf('?') + 1)).get('token');
    await client.send('POST', '/api/setup', { token, email: 'ada@example.com', name: 'Ada', password: randomUUID() });
    return client;
  }

  /** The same person at another process on the same database. */
  moveTo({ url }: ProductProcess): void {
    this.url = url;
  }

  /** The same person at another process, beside this one. */
  at({ url }: ProductProcess): ProductClient {
    const client = new ProductClient(url);
    client.cookie = this.cookie;
    return client;
  }

  async publishAgent(content: Record<string, unknown>): Promise<string> {
    const { body: agent } = await this.send<{ id: string }>('POST', '/api/agents/runtimes', { name: `Agent ${randomUUID().slice(0, 8)}` });
    const path = `/api/agents/runtimes/${agent.id}`;
    const draft = await this.send<{ content: object }>('GET', `${path}/draft`);
    const saved = await this.send('PUT', `${path}/draft`, { ...draft.body.content, ...content }, { 'if-match': draft.headers.get('etag')! });
    await this.send('POST', `${path}/publish`, { expectedDraftHash: saved.headers.get('etag')!.replaceAll('"', ''), note: 'test' });
    return agent.id;
  }

  openChat(body: object): Promise<Response> {
    return fetch(`${this.url}/api/chat`, { method: 'POST', headers: this.headers(), body: JSON.stringify(body) });
  }

  resumeChat(chatId: string): Promise<Response> {
    return fetch(`${this.url}/api/chat/${chatId}/stream`, { headers: this.headers() });
  }

  async history(chatId: string): Promise<{ messages: UIMessage[]; activeMessageId: string | null }> {
    return (await this.send<{ messages: UIMessage[]; activeMessageId: string | null }>('GET', `/api/threads/${chatId}/messages`)).body;
  }

  /** Fails on every answer that is not 2xx. */
  async send<T = unknown>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<{ status: number; headers: Headers; body: T }> {
    const response = await fetch(`${this.url}${path}`, { method, headers: { ...this.headers(), ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    const login = response.headers.getSetCookie().find((cookie) => /^(__Host-)?roster=/.test(cookie));
    if (login) this.cookie = login.split(';')[0]!;
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  private headers(): Record<string, string> {
    return { 'content-type': 'application/json', 'x-roster-csrf': '1', origin: this.url, cookie: this.cookie };
  }
}
