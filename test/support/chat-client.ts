import type { UIMessage } from 'ai';
import type { TestAnswer } from './test-client.ts';
import { readChat, type ReadChat } from './chat-stream.ts';
import type { TestApp, TestKey, TestUser } from './test-app.ts';

export const userMessage = (text: string, id?: string) => ({ ...(id !== undefined && { id }), role: 'user' as const, parts: [{ type: 'text', text }] });

/** Drops undefined, as JSON does. */
export const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** What one caller does in chats, over real HTTP. */
export class ChatClient {
  constructor(private readonly app: TestApp, private readonly caller: TestUser | TestKey, private readonly headers: Record<string, string> = {}) {}

  open(body: object, headers: Record<string, string> = {}): Promise<Response> {
    return this.app.as(this.caller, this.headers).fetch('/api/chat', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  }

  async send(body: object, headers: Record<string, string> = {}): Promise<ReadChat> {
    return readChat(await this.open(body, headers));
  }

  post<T>(body: object, headers: Record<string, string> = {}): Promise<TestAnswer<T>> {
    return this.app.as(this.caller, this.headers).post<T>('/api/chat', body, headers);
  }

  resume(chatId: string, query = ''): Promise<Response> {
    return this.app.as(this.caller, this.headers).fetch(`/api/chat/${chatId}/stream${query}`);
  }

  stop(chatId: string, body: object = {}): Promise<TestAnswer<{ status: string; runId?: string; messageId?: string }>> {
    return this.app.as(this.caller, this.headers).post(`/api/chat/${chatId}/stop`, body);
  }

  async history(chatId: string, query = ''): Promise<{ messages: UIMessage[]; activeMessageId: string | null; hasMore: boolean }> {
    const { status, body } = await this.app.as(this.caller, this.headers).get<{ messages: UIMessage[]; activeMessageId: string | null; hasMore: boolean }>(`/api/threads/${chatId}/messages${query}`);
    if (status !== 200) throw new Error(`The history answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
}

/** Rows of the tables that a chat writes; equal before and after something that must leave no trace. */
export async function chatTables({ pool }: TestApp): Promise<Record<string, number>> {
  const tables = ['sessions', 'threads', 'messages', 'runs', 'run_trees', 'run_events', 'event_streams', 'idempotency_keys', 'usage_ledger'];
  const counts = await Promise.all(tables.map(async (table) => [table, Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)] as const));
  return Object.fromEntries(counts);
}
