import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderModelClient, type ProviderSettings } from '@roster/agents/capabilities/models';
import { type ModelDelta, type ModelError, type ModelReply, type ModelRequest, userText } from '@roster/agents/kernel';
import { EgressGuard, providerLimits } from '../../apps/api/src/egress/egress-guard.ts';
import { eventually } from '../support/eventually.ts';
import { startMockProvider, type MockProvider } from '../support/mock-provider/mock-provider.ts';
import { wordsOf } from '../support/mock-provider/words.ts';

/** Each kind of fault of the mock, over HTTP and the egress guard, as the product's model client sees it. */
let mock: MockProvider;
let guard: EgressGuard;
beforeAll(async () => {
  mock = await startMockProvider();
  guard = new EgressGuard({ allow: [{ host: '127.0.0.1', port: mock.port }] });
});
afterAll(async () => {
  await guard.close();
  await mock.close();
});
beforeEach(() => mock.reset());

const clientFor = (scenario: string, more: { fetch?: typeof globalThis.fetch } = {}) => {
  const common = { apiKey: 'sk-secret', headers: { 'x-mock-scenario': scenario } };
  const providers: ProviderSettings[] = [
    { kind: 'openai-compatible', name: 'mock', baseUrl: `${mock.url}/v1`, correlationHeaders: true, ...common },
    { kind: 'openai', baseUrl: `${mock.url}/v1`, ...common },
    { kind: 'anthropic', baseUrl: `${mock.url}/v1`, ...common },
    { kind: 'google', baseUrl: `${mock.url}/v1beta`, ...common },
  ];
  const patienceMs = /stall|silence|slow-headers/u.test(scenario) ? 150 : 10_000;
  return new ProviderModelClient({ providers, fetch: more.fetch ?? guard.fetch, firstTokenTimeoutMs: patienceMs, idleTimeoutMs: patienceMs });
};
const request = (model: string): ModelRequest => ({
  model,
  messages: [userText('Weather in Utrecht?')],
  tools: [{ name: 'weather', description: 'Weather of a city.', inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false } }],
});
const everyWire = ['mock/m', 'openai/gpt-4.1', 'openai-chat/gpt-4.1', 'anthropic/claude-sonnet-4-5', 'google/gemini-2.5-pro'];

interface Seen { reply?: ModelReply; error?: ModelError; deltas: ModelDelta[] }
async function see(scenario: string, model = 'mock/m', more: { fetch?: typeof globalThis.fetch } = {}): Promise<Seen> {
  const deltas: ModelDelta[] = [];
  const call = clientFor(scenario, more).generate(request(model), { signal: new AbortController().signal, onDelta: (delta) => deltas.push(delta) });
  return call.then((reply) => ({ reply, deltas }), (error: ModelError) => ({ error, deltas }));
}
const textOf = (reply: ModelReply | undefined) => reply?.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
const callsOf = (reply: ModelReply | undefined) => reply?.blocks.flatMap((block) => (block.type === 'tool_call' ? [block] : [])) ?? [];
const words = (stream: number, count: number) => wordsOf(stream, count).join('');

describe('faults of the answer', () => {
  it.each([
    ['fault?kind=http&status=400', 'invalid_request'],
    ['fault?kind=http&status=400&message=This model has a maximum context length of 8192 tokens', 'context_overflow'],
    ['fault?kind=http&status=400&message=Blocked by the content_filter', 'content_filtered'],
    ['fault?kind=http&status=401', 'authentication_failed'],
    ['fault?kind=http&status=404', 'invalid_request'],
    ['fault?kind=http&status=413', 'context_overflow'],
    ['fault?kind=http&status=429', 'rate_limited'],
    ['fault?kind=http&status=500', 'provider_unavailable'],
    ['fault?kind=http&status=502', 'provider_unavailable'],
    ['fault?kind=http&status=503', 'provider_unavailable'],
    ['fault?kind=http&status=504', 'provider_timeout'],
    ['fault?kind=http&status=529', 'provider_unavailable'],
    ['fault?kind=html', 'provider_unavailable'],
    ['fault?kind=content-type', 'stream_broken'],
    ['fault?kind=gzip', 'stream_broken'],
    ['fault?kind=slow-headers&delay=1500', 'provider_timeout'],
    ['fault?kind=silence', 'provider_timeout'],
    ['fault?kind=stall&at=0', 'provider_timeout'],
    ['fault?kind=stall&at=3', 'provider_timeout'],
    ['fault?kind=reset', 'stream_broken'],
    ['fault?kind=no-end', 'stream_broken'],
    ['fault?kind=error-object', 'provider_unavailable'],
  ])('AC-B4 %s is classified as %s on every wire and repeats nothing the provider said', async (scenario, code) => {
    for (const model of everyWire) {
      const { error } = await see(scenario, model);
      expect([model, error?.code]).toEqual([model, code]);
      expect(error?.message).not.toMatch(/mock|purpose|maximum context|content_filter|127\.0\.0\.1|sk-secret/iu);
    }
  });

  it('AC-B4 hands on what came before the stream broke', async () => {
    const { error, deltas } = await see('fault?kind=reset&at=4');
    expect(error).toMatchObject({ code: 'stream_broken', retryable: true });
    expect(deltas).toHaveLength(4);
  });

  it('AC-B4 reads Retry-After in seconds and as a date', async () => {
    expect((await see('fault?kind=http&status=429&retryAfter=2')).error?.retryAfterMs).toBe(2000);
    const byDate = (await see('fault?kind=http&status=503&retryAfter=date:30')).error?.retryAfterMs ?? 0;
    expect(byDate).toBeGreaterThan(25_000);
    expect(byDate).toBeLessThanOrEqual(30_000);
  });

  it('AC-B4 reads an unreachable provider as unavailable, blocked or not', async () => {
    const client = (baseUrl: string) => new ProviderModelClient({ providers: [{ kind: 'openai-compatible', name: 'p', baseUrl }], fetch: guard.fetch, firstTokenTimeoutMs: 2000, idleTimeoutMs: 2000 });
    for (const baseUrl of ['http://127.0.0.1:9/v1', 'https://169.254.169.254/v1']) {
      await expect(client(baseUrl).generate(request('p/m'), { signal: new AbortController().signal })).rejects.toMatchObject({ code: 'provider_unavailable', message: 'The model provider could not be reached or reported a failure.' });
    }
  });

  it('AC-B4 ends an infinite answer at the byte limit', async () => {
    const fetch = guard.fetchWith({ ...providerLimits, maxBytes: 200_000 });
    expect((await see('fault?kind=infinite', 'mock/m', { fetch })).error?.code).toBe('stream_broken');
    await eventually(() => expect(mock.journal.entries[0]?.end).toBe('client_gone'));
  });

  it('AC-B4 lets good calls through before and after the fault', async () => {
    const outcomes: string[] = [];
    const client = clientFor('fault?kind=http&status=503&after=1&times=2');
    for (let call = 0; call < 4; call++) outcomes.push(await client.generate(request('mock/m'), { signal: new AbortController().signal }).then(() => 'ok', (error: ModelError) => error.code));
    expect(outcomes).toEqual(['ok', 'provider_unavailable', 'provider_unavailable', 'ok']);
  });
});

describe('oddities that a client must bear', () => {
  const stream = (digest: string) => Number.parseInt(digest.slice(0, 8), 16);
  it.each(['split', 'crlf', 'comments', 'no-space', 'multi-line', 'bom', 'duplicate-finish', 'empty-choices', 'roleless'])('AC-B4 reads every word in spite of %s', async (kind) => {
    for (const model of everyWire) {
      mock.reset();
      const { reply, error } = await see(`fault?kind=${kind}`, model);
      expect([model, kind, error]).toEqual([model, kind, undefined]);
      expect(textOf(reply)).toBe(words(stream(mock.journal.entries[0]!.bodyDigest), 20));
      expect(reply?.finishReason).toBe('stop');
      expect(reply?.usage.outputTokens).toBe(20);
    }
  });

  it('AC-B4 reads characters that are cut between chunks, and replaces bytes that are none', async () => {
    expect(textOf((await see('fault?kind=utf8')).reply)).toContain('Grüße 日本語 👩‍🚀');
    expect(textOf((await see('fault?kind=invalid-utf8')).reply)).toContain('\uFFFD');
  });

  it('AC-B4 reads a line of one megabyte and a reply without usage', async () => {
    expect(textOf((await see('fault?kind=long-line')).reply)).toHaveLength(1024 * 1024);
    expect((await see('fault?kind=no-usage')).reply?.usage).toEqual({});
    expect((await see('text?n=3&ttft=0&gap=0&usage=wrong')).reply?.usage).toEqual({ cacheReadTokens: 0, reasoningTokens: 0 });
    expect((await see('text?n=3&ttft=0&gap=0&usage=late')).reply?.usage.outputTokens).toBe(3);
  });
});

describe('faults of tool calls', () => {
  it.each(['tool-cut-json', 'tool-trailing-comma'])('AC-B4 reports %s as invalid arguments and keeps what was sent', async (kind) => {
    const { reply } = await see(`fault?kind=${kind}`);
    const [call] = callsOf(reply);
    expect(Object.keys(reply?.invalidInputs ?? {})).toEqual([call?.toolCallId]);
    expect(Object.values(reply?.invalidInputs ?? {})[0]).toContain('"city"');
  });

  it.each([
    ['tool-unknown', 1, { toolName: 'no_such_tool' }],
    ['tool-wrong-types', 1, { input: { city: 7, days: 'many' } }],
    ['tool-missing-id', 1, { input: { city: 'Utrecht' } }],
    ['tool-odd-name', 1, { toolName: 'we.ird/näme tool' }],
    ['tool-empty-args', 1, { input: {} }],
    ['tool-duplicate-id', 2, { input: { city: 'Utrecht' } }],
    ['tool-index-jump', 2, { input: { city: 'Utrecht' } }],
    ['tool-200', 200, { input: { city: 'Utrecht' } }],
  ])('AC-B4 reads %s as %d calls with ids of their own', async (kind, count, expected) => {
    const { reply, deltas } = await see(`fault?kind=${kind}`);
    const calls = callsOf(reply);
    expect(calls).toHaveLength(count);
    expect(calls[0]).toMatchObject(expected);
    expect(new Set(calls.map((call) => call.toolCallId)).size).toBe(count);
    expect(reply?.invalidInputs).toBeUndefined();
    expect(deltas.flatMap((delta) => (delta.type === 'tool_input_start' ? [delta.blockId] : []))).toEqual(calls.map((call) => call.toolCallId));
  });

  it('AC-B4 reads arguments of one megabyte, and an object in place of text as a broken stream', async () => {
    expect(JSON.stringify(callsOf((await see('fault?kind=tool-huge-args')).reply)[0]?.input).length).toBeGreaterThan(1024 * 1024);
    expect((await see('fault?kind=tool-object-args')).error?.code).toBe('stream_broken');
  });
});

describe('a call through the client', () => {
  it('is aborted with the reason of the caller, and the provider sees it within a second', async () => {
    const abort = new AbortController();
    const pending = clientFor('text?n=1000&gap=20').generate(request('mock/m'), { signal: abort.signal, onDelta: () => abort.abort(new Error('stopped')) });
    await expect(pending).rejects.toThrow('stopped');
    await eventually(() => expect(mock.journal.entries[0]?.end).toBe('client_gone'), { timeoutMs: 1000 });
  });

  it('sends correlation headers only where they are switched on', async () => {
    const correlation = { runId: 'run-1', stepKey: 't0/llm', idempotencyKey: 'key-1' };
    const client = clientFor('text?n=1&ttft=0');
    for (const model of ['mock/m', 'openai/gpt-4.1']) await client.generate(request(model), { signal: new AbortController().signal, correlation });
    expect(mock.journal.entries.map((entry) => entry.headers['idempotency-key'])).toEqual(['key-1', undefined]);
    expect(mock.journal.entries[0]?.headers).toMatchObject({ 'x-roster-run-id': 'run-1', 'x-roster-step-key': 't0/llm', authorization: 'present' });
  });

  it('gives reasoning, its signature and the call back to its own provider and to nobody else', async () => {
    for (const model of ['anthropic/claude-sonnet-4-5', 'openai/gpt-5', 'google/gemini-2.5-pro']) {
      const { reply } = await see('reason?n=3&ttft=0&gap=0&then=tool', model);
      expect(reply?.blocks.map((block) => block.type)).toEqual(['reasoning', 'tool_call']);
      const [reasoning, call] = reply!.blocks as [Extract<ModelReply['blocks'][number], { type: 'reasoning' }>, Extract<ModelReply['blocks'][number], { type: 'tool_call' }>];
      const history: ModelRequest['messages'] = [
        userText('Weather?'),
        { role: 'assistant', content: [reasoning, { ...call, toolCallId: 'call_ours' }] as never },
        { role: 'tool', content: [{ type: 'tool_result', toolCallId: 'call_ours', toolName: call.toolName, output: { celsius: 9 } }] },
      ];
      const bodies = await Promise.all([model, 'mock/m'].map((next) => bodyOf({ ...request(next), messages: history })));
      expect(bodies[0]).toContain(signatureIn(reasoning.providerMetadata));
      expect(bodies[1]).not.toContain('sig-');
      expect(bodies[1]).toContain('call_ours');
    }
  });
});

/** The body that would be sent. */
async function bodyOf(sent: ModelRequest): Promise<string> {
  let body = '';
  const fetch: typeof globalThis.fetch = async (input, init) => ((body = String(init?.body)), guard.fetch(input as string, init));
  await clientFor('text?n=1&ttft=0&gap=0', { fetch }).generate(sent, { signal: new AbortController().signal });
  return body;
}

const signatureIn = (metadata: unknown): string => /sig-[0-9a-f]+/u.exec(JSON.stringify(metadata))?.[0] ?? 'no signature kept';
