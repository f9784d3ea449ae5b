import { randomUUID } from 'node:crypto';
import { callChat } from '../load/chat-call.ts';
import type { ChatCall, ChatRequest, Contestant } from './contestant.ts';
import { copyConversation } from './copy-conversation.ts';
import { sampleTools } from './sample-conversation.ts';

interface Answer { body: unknown; etag: string }

/** The administrator of a new installation: one published agent per scenario, and chats with it. */
export class RosterClient {
  private readonly agents = new Map<string, Promise<string>>();
  private conversations: string[] = [];
  private nextConversation = 0;
  private cookie = '';

  private constructor(private readonly origin: string, private readonly databaseUrl: string) {}

  static async setUp(setupLink: URL, databaseUrl: string): Promise<RosterClient> {
    const client = new RosterClient(setupLink.origin, databaseUrl);
    const token = new URLSearchParams(setupLink.hash.split('?')[1]).get('token');
    await client.send('POST', '/api/setup', { token, email: 'bench@example.com', name: 'Bench', password: randomUUID() });
    return client;
  }

  /** New conversations, each with so many messages: one made by chatting, the others its copies. */
  async prepare({ scenario, count, messages }: Parameters<NonNullable<Contestant['prepare']>>[0]): Promise<void> {
    const clientKey = randomUUID();
    for (let turn = 0; turn < messages / 2; turn++) await callChat(await this.callIn(clientKey, scenario));
    this.conversations = await copyConversation(this.databaseUrl, { clientKey, count });
    this.nextConversation = 0;
  }

  async chat({ scenario, isLong }: ChatRequest): Promise<ChatCall> {
    return this.callIn(isLong ? this.conversations[this.nextConversation++ % this.conversations.length]! : randomUUID(), scenario);
  }

  private async callIn(id: string, scenario: string): Promise<ChatCall> {
    const agentId = await this.agent(scenario);
    const message = { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: 'Go.' }] };
    return { url: `${this.origin}/api/chat`, headers: this.headers(), body: JSON.stringify({ id, agentId, message }), readBack: (replyId) => this.storedText(id, replyId) };
  }

  private async storedText(threadId: string, replyId: string): Promise<string> {
    const { body } = await this.send('GET', `/api/threads/${threadId}/messages?limit=200`);
    const reply = (body as { messages: { id: string; parts: { type: string; text?: string }[] }[] }).messages.find(({ id }) => id === replyId);
    if (!reply) throw new Error(`The reply ${replyId} is not stored.`);
    return reply.parts.map(({ type, text }) => (type === 'text' ? text : '')).join('');
  }

  private agent(scenario: string): Promise<string> {
    const known = this.agents.get(scenario) ?? this.publish(scenario, `Bench ${this.agents.size + 1}`);
    this.agents.set(scenario, known);
    return known;
  }

  private async publish(scenario: string, name: string): Promise<string> {
    const { id } = (await this.send('POST', '/api/agents/runtimes', { name })).body as { id: string };
    const path = `/api/agents/runtimes/${id}`;
    const { body, etag } = await this.send('GET', `${path}/draft`);
    const available = (await this.send('GET', '/api/agents/runtimes/tools')).body as { id: string }[];
    const content = { ...(body as { content: object }).content, model: `bench/${scenario}`, tools: available.slice(0, sampleTools.length).map((tool) => tool.id) };
    const saved = await this.send('PUT', `${path}/draft`, content, { 'if-match': etag });
    await this.send('POST', `${path}/publish`, { expectedDraftHash: saved.etag.replaceAll('"', ''), note: 'bench' });
    return id;
  }

  private headers(): Record<string, string> {
    return { 'content-type': 'application/json', cookie: this.cookie, 'x-roster-csrf': '1', origin: this.origin };
  }

  private async send(...[method, path, body, headers]: [string, string, unknown?, Record<string, string>?]): Promise<Answer> {
    const response = await fetch(`${this.origin}${path}`, { method, headers: { ...this.headers(), ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(';')[0]!;
    return { body: text === '' ? {} : JSON.parse(text), etag: response.headers.get('etag') ?? '' };
  }
}
