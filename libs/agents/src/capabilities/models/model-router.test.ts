import { describe, expect, it } from '@jest/globals';
import { userText } from '../../kernel/chat-message.ts';
import { ModelRouter } from './model-router.ts';
import { costMicros } from './pricing.ts';
import { toPrompt } from './prompt-conversion.ts';

const router = ModelRouter.create({
  providers: [{ kind: 'openai', apiKey: 'k', baseUrl: null }, { kind: 'openai-compatible', name: 'local', baseUrl: 'http://127.0.0.1:1/v1', apiKey: null }],
  fetch: async () => Promise.reject(new Error('nothing may be fetched here')),
  firstTokenTimeoutMs: 1000,
  idleTimeoutMs: 1000,
  demoDelayMs: 0,
});

describe('ModelRouter', () => {
  it('serves the offline model and the configured providers, and refuses every other name', async () => {
    for (const model of ['demo/offline', 'openai/gpt-4.1', 'openai-chat/gpt-4.1', 'local/llama', 'local/org/model:7b']) expect(() => router.assertAvailable(model)).not.toThrow();
    for (const model of ['anthropic/claude', 'openai', 'openai/', '', '/x', 'demo/online', 'constructor/x']) expect(() => router.assertAvailable(model)).toThrow(expect.objectContaining({ code: 'configuration_error' }) as unknown as Error);
    const reply = await router.generate({ model: 'demo/offline', messages: [userText('Hello')] }, { signal: new AbortController().signal });
    expect(reply.model).toBe('demo/offline');
  });

  it('knows what a call costs: nothing offline, null when the price or the tokens are unknown', () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
    expect(router.cost('demo/offline', usage)).toBe(0);
    expect(router.cost('local/llama', usage)).toBeNull();
    expect(router.cost('openai/gpt-4.1-nano', usage)).toBe(500_000);
    expect(router.cost('openai-chat/gpt-4.1-nano-2025-04-14', usage)).toBe(500_000);
    expect(costMicros('anthropic/claude-haiku-4-5-20251001', { inputTokens: 1000, outputTokens: 0, cacheReadTokens: 600, cacheWriteTokens: 100 })).toBe(Math.ceil(300 + 60 + 125));
    expect(router.cost('openai/gpt-4.1', { inputTokens: 1 })).toBeNull();
  });

  it('refuses two providers of one name', () => {
    const twice = { kind: 'anthropic', apiKey: 'k' } as const;
    expect(() => ModelRouter.create({ providers: [twice, twice], fetch: globalThis.fetch, firstTokenTimeoutMs: 1, idleTimeoutMs: 1 })).toThrow('anthropic');
  });
});

describe('the prompt for a provider', () => {
  const call = (toolCallId: string, providerCallId: string, provider: string) => ({ type: 'tool_call' as const, toolCallId, providerCallId, toolName: 't', input: {}, providerMetadata: { [provider]: { x: { id: providerCallId } } } });

  it('returns ids and metadata to the provider that gave them only, each id once', () => {
    const messages = [
      { role: 'assistant' as const, content: [{ type: 'reasoning' as const, text: 'hm', providerMetadata: { anthropic: { anthropic: { signature: 's' } } } }, call('ours-1', 'theirs', 'anthropic')] },
      { role: 'tool' as const, content: [{ type: 'tool_result' as const, toolCallId: 'ours-1', toolName: 't', output: 'ok' }] },
      { role: 'assistant' as const, content: [call('ours-2', 'theirs', 'anthropic')] },
      { role: 'tool' as const, content: [{ type: 'tool_result' as const, toolCallId: 'ours-2', toolName: 't', output: { code: 'denied' }, isError: true }] },
    ];
    const idsIn = (provider: string) => [...JSON.stringify(toPrompt(messages, provider)).matchAll(/"toolCallId":"([^"]+)"/gu)].map(([, id]) => id);
    expect(idsIn('anthropic')).toEqual(['theirs', 'theirs', 'ours-2', 'ours-2']);
    expect(idsIn('openai')).toEqual(['ours-1', 'ours-1', 'ours-2', 'ours-2']);
    expect(JSON.stringify(toPrompt(messages, 'anthropic'))).toContain('"signature":"s"');
    expect(JSON.stringify(toPrompt(messages, 'openai'))).not.toMatch(/signature|reasoning|theirs/u);
    expect(toPrompt(messages, 'openai').at(-1)).toMatchObject({ content: [{ output: { type: 'error-json', value: { code: 'denied' } } }] });
  });

  it('drops calls another provider executed itself, with their results, and messages that are empty then', () => {
    const served = [{ role: 'assistant' as const, content: [{ ...call('c', 'c', 'openai'), providerExecuted: true as const }, { type: 'tool_result' as const, toolCallId: 'c', toolName: 't', output: 'found' }, { type: 'text' as const, text: '' }] }];
    expect(toPrompt(served, 'anthropic')).toEqual([]);
    expect(toPrompt(served, 'openai')).toMatchObject([{ content: [{ type: 'tool-call', providerExecuted: true }, { type: 'tool-result' }] }]);
  });

  it('sends inline files as data and others by address', () => {
    const content = [{ type: 'file' as const, mediaType: 'image/png', url: 'data:image/png;base64,QUJD' }, { type: 'file' as const, mediaType: 'image/png', url: 'https://example.com/a.png', filename: 'a.png' }];
    expect(toPrompt([{ role: 'user', content }], 'openai')).toEqual([{ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: 'QUJD' }, { type: 'file', mediaType: 'image/png', data: new URL('https://example.com/a.png'), filename: 'a.png' }] }]);
  });
});
