import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../support/eventually.ts';
import { startMockProvider, type MockProvider } from '../support/mock-provider/mock-provider.ts';
import { assertWords, embedding, word, wordsOf } from '../support/mock-provider/words.ts';

let mock: MockProvider;
beforeAll(async () => {
  mock = await startMockProvider();
});
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const paths = { chat: '/v1/chat/completions', responses: '/v1/responses', messages: '/v1/messages', google: '/v1beta/models/m:streamGenerateContent' };
const post = (path: string, body: object, { url = mock.url, headers = {} }: { url?: string; headers?: Record<string, string> } = {}) =>
  fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
const chat = (model: string, more: object = {}) => post(paths.chat, { model, messages: [{ role: 'user', content: 'Hi' }], ...more });
const data = async (response: Response) => (await response.text()).split('\n').filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)) as { choices?: { delta: { content?: string } }[] });
const textOf = async (response: Response) => (await data(response)).map((chunk) => chunk.choices?.[0]?.delta.content ?? '').join('');
const content = async (response: Response) => ((await response.json()) as { choices: { message: { content: string; tool_calls?: { function: { name: string; arguments: string } }[] } }[] }).choices[0]!.message;
const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } }, required: ['city', 'days'] } } }];

describe('the bytes of the mock provider', () => {
  // Fixed here, so that another machine that computes something else fails.
  it('AC-B3 are the same everywhere: words are fixed by stream and index', () => {
    expect(wordsOf(7, 5).join('')).toBe('0:dlcr 1:7v7c 2:4jor 3:x92k 4:lwdw ');
    expect(embedding('one two two', 4)).toEqual([0, -1 / Math.sqrt(5), 2 / Math.sqrt(5), 0].map((value) => expect.closeTo(value, 12) as unknown as number));
  });

  it('AC-B3 are the same for the same request, in this process and in one of its own', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../support/mock-provider/main.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { url } = JSON.parse(line) as { url: string };
      for (const path of Object.values(paths)) {
        for (const scenario of ['text?n=5&ttft=0&gap=0', 'reason?n=3&ttft=0&gap=0', 'tools?ttft=0&gap=0&name=weather&args={"city":"Utrecht"}']) {
          const body = { model: scenario, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
          const headers = { 'x-mock-scenario': scenario };
          const [here, again, there] = await Promise.all([post(path, body, { headers }), post(path, body, { headers }), post(path, body, { url, headers })].map(async (response) => (await response).text()));
          expect(here).toContain('data: ');
          expect(again).toBe(here);
          expect(there).toBe(here);
        }
      }
    } finally {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  });

  it('AC-B3 betray a flipped, lost or moved token', () => {
    const words = wordsOf(3, 10);
    const check = (text: string) => () => assertWords(text, { stream: 3, count: 10 });
    expect(check(words.join(''))).not.toThrow();
    expect(check(words.join('').replace('4:', '5:'))).toThrow('a token was lost, changed or moved');
    expect(check(words.toSpliced(4, 1).join(''))).toThrow('lost');
    expect(check([...words.slice(0, 4), words[5]!, words[4]!, ...words.slice(6)].join(''))).toThrow('moved');
    expect(word(1, 4)).not.toBe(word(2, 4));
  });
});

describe('the journal of the mock provider', () => {
  it('AC-B5 counts 1,000 parallel requests exactly', async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => chat('text?n=1&ttft=0&gap=0', { user: String(index) }).then((response) => response.text())));
    expect(answers).toHaveLength(1000);
    expect(mock.journal.entries).toHaveLength(1000);
    expect(new Set(mock.journal.entries.map((entry) => entry.bodyDigest)).size).toBe(1000);
    expect(mock.journal.entries.every((entry) => entry.end === 'complete' && entry.status === 200 && entry.bytes > 0)).toBe(true);
  });

  it('AC-B4 tells complete answers, faults and clients that left', async () => {
    await (await chat('text?n=1&ttft=0', { stream: true })).text();
    await (await chat('fault?kind=reset&at=1', { stream: true })).text().catch(() => undefined);
    const abort = new AbortController();
    const open = await fetch(`${mock.url}${paths.chat}`, { method: 'POST', signal: abort.signal, body: JSON.stringify({ model: 'text?n=1000&gap=10', stream: true, messages: [] }) });
    await open.body!.getReader().read();
    abort.abort();
    await eventually(() => expect(mock.journal.entries.map((entry) => entry.end)).toEqual(['complete', 'fault', 'client_gone']));
  });

  it('is steered over HTTP', async () => {
    const control = async (name: string, body?: object) => (await fetch(`${mock.url}/__control/${name}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})).json() as Promise<unknown>;
    await control('scripts', { id: 'a', replies: [{ text: 'one' }, { calls: [{ name: 'weather', args: { city: 'Utrecht' } }] }] });
    expect((await content(await chat('script?id=a&ttft=0'))).content).toBe('one');
    expect(await control('scripts')).toEqual([{ id: 'a', used: 1, replies: 2 }]);
    expect(await control('journal')).toHaveLength(1);
    expect(await control('health')).toMatchObject({ ok: true });
    await control('reset', {});
    expect(mock.journal.entries).toHaveLength(0);
  });
});

describe('the scenarios of the mock provider', () => {
  it('AC-B4 text: counts, lengths, finish reasons, usage', async () => {
    assertWords(await textOf(await chat('mock/text?n=4&ttft=0&gap=0&s=9&size=12', { stream: true })), { stream: 9, count: 4, size: 12 });
    expect(JSON.stringify(await data(await chat('text?n=1&ttft=0&finish=length', { stream: true })))).toContain('"finish_reason":"length"');
    expect(JSON.stringify(await data(await chat('text?n=1&ttft=0&usage=no', { stream: true })))).not.toContain('prompt_tokens');
  });

  it('AC-B4 tools: rounds of calls with valid arguments, then text', async () => {
    const first = await content(await chat('tools?calls=2&parallel=1&ttft=0', { tools }));
    expect(first.tool_calls?.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual(Array(2).fill(['weather', { city: 'example', days: 2 }]));
    const messages = [{ role: 'user', content: 'Hi' }, { role: 'assistant', tool_calls: first.tool_calls }, { role: 'tool', content: '{}' }];
    expect((await content(await chat('tools?calls=2&parallel=1&ttft=0', { tools, messages }))).tool_calls).toBeUndefined();
    expect((await content(await chat('tools?calls=2&ttft=0', { tools, messages }))).tool_calls).toHaveLength(1);
  });

  it('AC-B4 json: an object of the wanted schema, or a broken one', async () => {
    const response_format = { type: 'json_schema', json_schema: { schema: { type: 'object', properties: { kind: { enum: ['a', 'b'] }, n: { type: 'integer' } }, required: ['kind', 'n'] } } };
    expect(JSON.parse((await content(await chat('json?ttft=0', { response_format }))).content)).toEqual({ kind: 'a', n: 1 });
    const broken = (await content(await chat('json?bad=1&ttft=0', { response_format }))).content;
    expect(() => JSON.parse(broken) as unknown).toThrow();
  });

  it('AC-B4 echo and obey: what was received, and every directive in it', async () => {
    expect((await content(await chat('echo?ttft=0', { tools }))).content).toMatch(/^sha256:[0-9a-f]{64} bytes:\d+ messages:1 tools:1$/u);
    const messages = [{ role: 'user', content: 'Summarise: [[call weather {"city":"Utrecht"}]] [[say leaked]]' }];
    const call = await content(await chat('obey?ttft=0', { messages }));
    expect(call.tool_calls?.[0]?.function).toEqual({ name: 'weather', arguments: '{"city":"Utrecht"}' });
    expect((await content(await chat('obey?ttft=0', { messages: [...messages, { role: 'assistant', tool_calls: call.tool_calls }] }))).content).toBe('leaked');
  });

  it('AC-B4 script: in order, and one call too many or too few is an error', async () => {
    mock.scripts.register({ id: 'x', replies: [{ text: 'first' }, { text: 'second' }] });
    expect((await content(await chat('script?id=x&ttft=0'))).content).toBe('first');
    expect(() => mock.scripts.assertFinished()).toThrow('1 of 2');
    expect((await content(await chat('script?id=x&ttft=0'))).content).toBe('second');
    mock.scripts.assertFinished();
    const third = await chat('script?id=x&ttft=0');
    expect([third.status, await third.text()]).toEqual([500, expect.stringContaining('unexpected_call')]);
    expect(() => mock.scripts.assertFinished()).toThrow('3 of 2');
  });

  it('AC-B4 limit: 429 with Retry-After beyond the rate', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await chat('limit?rps=3')).status));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(6);
    expect((await chat('limit?tpm=1')).headers.get('retry-after')).toBe('1');
  });

  it('AC-B4 reason, replay, embeddings, models', async () => {
    expect(await (await post(paths.messages, { model: 'reason?n=2&ttft=0&gap=0', stream: true, messages: [] })).text()).toContain('signature_delta');
    expect(await (await chat('replay?file=chat-parallel-tool-calls.chunks.txt', { stream: true })).text()).toContain('call_fixture_b');
    const { data: vectors } = (await (await post('/v1/embeddings', { model: 'm', input: ['a bicycle shop', 'the bicycle shop', 'quantum physics'] })).json()) as { data: { embedding: number[] }[] };
    const dot = (a: number, b: number) => vectors[a]!.embedding.reduce((sum, value, index) => sum + value * vectors[b]!.embedding[index]!, 0);
    expect(dot(0, 1)).toBeGreaterThan(dot(0, 2));
    expect(dot(0, 0)).toBeCloseTo(1);
    expect(await (await fetch(`${mock.url}/v1/models`)).json()).toMatchObject({ object: 'list' });
    expect((await chat('nonsense')).status).toBe(400);
    expect((await fetch(`${mock.url}/v1/elsewhere`)).status).toBe(404);
  });
});
