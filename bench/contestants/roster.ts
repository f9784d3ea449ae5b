import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stopProcess } from './child-process.ts';
import type { ChatCall, Contestant } from './contestant.ts';

const main = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The product as shipped on an embedded database of its own: login, permissions, committed runs and stored replies are all on. */
export async function startRoster(mockUrl: string): Promise<Contestant> {
  const dataDir = await mkdtemp(join(tmpdir(), 'roster-bench-'));
  const child = spawn(process.execPath, [main], {
    cwd: root, stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, SEED_EXAMPLES: 'false', LOG_LEVEL: 'warn', RATE_LIMIT_CHAT: '1000000/min',
      OPENAI_COMPATIBLE_BASE_URL: `${mockUrl}/v1`, OPENAI_COMPATIBLE_NAME: 'bench', OPENAI_COMPATIBLE_API_KEY: 'none', EGRESS_ALLOW: new URL(mockUrl).host,
    },
  });
  const setupLink = await firstLink(child.stdout);
  const admin = new Admin(setupLink);
  await admin.setUp();
  const stop = async (): Promise<void> => { await stopProcess(child); await rm(dataDir, { recursive: true, force: true }); };
  return { name: 'roster', note: 'embedded database, login, permissions, durable run, stored reply', pid: child.pid!, chat: (scenario) => admin.chat(scenario), stop };
}

/** The single-use link that a first start prints. */
async function firstLink(output: NodeJS.ReadableStream): Promise<URL> {
  const lines = createInterface({ input: output });
  for await (const line of lines) {
    const link = /https?:\/\/\S+token=[^\s"]+/.exec(line);
    if (!link) continue;
    lines.on('line', () => undefined); // keep draining
    return new URL(link[0]);
  }
  throw new Error('The server ended without printing a setup link.');
}

/** Creates one published agent per scenario and the calls that chat with it. */
class Admin {
  private readonly agents = new Map<string, Promise<string>>();
  private cookie = '';

  constructor(private readonly setupLink: URL) {}

  async setUp(): Promise<void> {
    const token = new URLSearchParams(this.setupLink.hash.split('?')[1] ?? this.setupLink.search).get('token');
    const password = randomUUID();
    await this.send('POST', '/api/setup', { token, email: 'bench@example.com', name: 'Bench', password });
    if (this.cookie === '') await this.send('POST', '/api/login', { email: 'bench@example.com', password });
  }

  async chat(scenario: string): Promise<ChatCall> {
    const agentId = await (this.agents.get(scenario) ?? this.create(scenario));
    const message = { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: 'Go.' }] };
    return { url: new URL('/api/chat', this.setupLink).href, headers: this.headers(), body: JSON.stringify({ id: randomUUID(), agentId, message }) };
  }

  private create(scenario: string): Promise<string> {
    const created = this.publish(scenario);
    this.agents.set(scenario, created);
    return created;
  }

  private async publish(scenario: string): Promise<string> {
    const agent = await this.send('POST', '/api/agents/runtimes', { name: `Bench ${this.agents.size + 1}` });
    const path = `/api/agents/runtimes/${agent.body['id']}`;
    const draft = await this.send('GET', `${path}/draft`);
    const content = { ...(draft.body['content'] as object), model: `bench/${scenario}`, titleGeneration: undefined };
    const saved = await this.send('PUT', `${path}/draft`, content, { 'if-match': draft.etag });
    await this.send('POST', `${path}/publish`, { expectedDraftHash: saved.etag.replaceAll('"', ''), note: 'bench' });
    return String(agent.body['id']);
  }

  private headers(): Record<string, string> {
    return { 'content-type': 'application/json', cookie: this.cookie, 'x-roster-csrf': '1', origin: this.setupLink.origin };
  }

  private async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<{ body: Record<string, unknown>; etag: string }> {
    const response = await fetch(new URL(path, this.setupLink), { method, headers: { ...this.headers(), ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(';')[0]!;
    return { body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>), etag: response.headers.get('etag') ?? '' };
  }
}
