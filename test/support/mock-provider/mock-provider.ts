import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './answering.ts';
import { control } from './control.ts';
import { Journal } from './journal.ts';
import type { Wire } from './plan.ts';
import { readReceived, type Received } from './received.ts';
import { ReplyWriter } from './reply-writer.ts';
import { scenarioOf } from './scenario.ts';
import { Scripts } from './scripts.ts';
import { anthropicMessages } from './wires/anthropic-messages.ts';
import { chatCompletions } from './wires/chat-completions.ts';
import { googleGenerateContent } from './wires/google-generate-content.ts';
import { openaiResponses } from './wires/openai-responses.ts';
import { embedding } from './words.ts';

export interface MockProvider {
  /** `http://127.0.0.1:port`; OpenAI clients take `${url}/v1`, Google clients `${url}/v1beta`. */
  readonly url: string;
  readonly port: number;
  readonly journal: Journal;
  readonly scripts: Scripts;
  reset(): void;
  close(): Promise<void>;
}

/** A model provider that answers by rules: the same request always yields the same bytes. Listens on the loopback only. */
export async function startMockProvider({ port = 0 }: { port?: number } = {}): Promise<MockProvider> {
  const state = { journal: new Journal(), scripts: new Scripts() };
  const server = createServer((request, response) => void serve(request, response, state));
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    ...state,
    url: `http://127.0.0.1:${actualPort}`,
    port: actualPort,
    reset: () => (state.journal.reset(), state.scripts.reset()),
    close: () => close(server),
  };
}

interface State { journal: Journal; scripts: Scripts }
interface Endpoint { wire: Wire; model?: string; stream?: boolean }

async function serve(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const path = request.url ?? '/';
  const raw = await readBody(request);
  if (raw === undefined) return;
  if (path.startsWith('/__control/')) return control({ path, method: request.method ?? '', raw, response }, state);
  const entry = state.journal.open(path, request.headers);
  const writer = new ReplyWriter(request, response, { journal: state.journal, entry });
  try {
    if (request.method === 'GET' && path === '/v1/models') return writer.json(200, { object: 'list', data: ['mock/text', 'mock/tools', 'mock/reason'].map((id) => ({ id, object: 'model', owned_by: 'mock' })) });
    if (path === '/v1/embeddings') return writer.json(200, embeddings(raw));
    const endpoint = endpointOf(path);
    if (request.method !== 'POST' || endpoint === undefined) return writer.json(404, { error: { message: 'Not found.', type: 'invalid_request_error' } });
    const received = readReceived(raw, endpoint);
    const scenario = scenarioOf(String(request.headers['x-mock-scenario'] ?? received.model));
    Object.assign(entry, summaryOf(received, scenario.source));
    await answer({ scenario, received, wire: endpoint.wire, scripts: state.scripts, writer });
  } catch (error) {
    if (!response.headersSent) writer.json(400, { error: { message: error instanceof Error ? error.message : String(error), type: 'invalid_request_error' } });
    else response.destroy();
  }
}

const summaryOf = (received: Received, scenario: string) => ({ scenario, bodyDigest: received.digest, messages: received.messages, tools: received.tools.length });

function endpointOf(path: string): Endpoint | undefined {
  const { pathname } = new URL(path, 'http://mock');
  if (pathname === '/v1/chat/completions') return { wire: chatCompletions };
  if (pathname === '/v1/messages') return { wire: anthropicMessages };
  if (pathname === '/v1/responses') return { wire: openaiResponses };
  const google = /^\/v1(?:beta)?\/models\/(?<model>.+):(?<verb>streamGenerateContent|generateContent)$/u.exec(pathname)?.groups;
  return google && { wire: googleGenerateContent, model: decodeURIComponent(google['model']!), stream: google['verb'] === 'streamGenerateContent' };
}

function embeddings(raw: string): unknown {
  const { input, model, dimensions = 384 } = JSON.parse(raw) as { input: string | string[]; model: string; dimensions?: number };
  const texts = Array.isArray(input) ? input : [input];
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  return { object: 'list', model, data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embedding(text, dimensions) })), usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  } catch {
    return undefined;
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
