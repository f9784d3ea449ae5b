import { describe, expect, it } from '@jest/globals';
import type { ChatPart } from './chat-message.ts';
import { type Item, nestParts } from './nest-parts.ts';

const call = (toolCallId: string, toolName: string, sdk?: object, state = 'output-available'): ChatPart =>
  ({ type: `tool-${toolName}`, toolCallId, state, input: {}, output: {}, ...(sdk && { callProviderMetadata: { sdk } }) }) as never;
const text = (value: string): ChatPart => ({ type: 'text', text: value });

/** `orders[look_up]`: an agent's card and what lies in it. */
const outline = (items: readonly Item[]): string =>
  items.map((item) => (item.kind === 'agent' ? `${item.name}[${outline(item.items)}]` : item.kind === 'call' ? item.call.toolName : item.kind === 'text' ? `"${item.text}"` : item.kind)).join(' ');

describe('an answer as a tree', () => {
  it('puts the calls of a subagent into the card of its delegation and keeps the order of everything else', () => {
    const parts = [text('First.'), call('p1', 'orders', { handoff: 'Orders', runId: 'r1' }), call('s1', 'look_up', { agent: 'Orders', runId: 'r1' }), call('t1', 'clock'), text('Done.')];
    expect(outline(nestParts(parts))).toBe('"First." Orders[look_up] clock "Done."');
  });

  it('tells two subagents of one name apart by their runs', () => {
    const parts = [call('p1', 'a', { handoff: 'Twin', runId: 'r1' }), call('p2', 'a', { handoff: 'Twin', runId: 'r2' }), call('s2', 'two', { agent: 'Twin', runId: 'r2' }), call('s1', 'one', { agent: 'Twin', runId: 'r1' })];
    expect(outline(nestParts(parts))).toBe('Twin[one] Twin[two]');
  });

  it('AC-C12 nests three levels when the links of the inner runs are known', () => {
    const parts = [call('p1', 'b', { handoff: 'B', runId: 'rb' }), call('p2', 'c', { agent: 'B', runId: 'rb' }), call('s1', 'search', { agent: 'C', runId: 'rc' })];
    expect(outline(nestParts(parts, { p2: 'rc' }))).toBe('B[C[search]]');
  });

  it('gives calls of a run that nobody linked yet their own card instead of losing them', () => {
    expect(outline(nestParts([call('s1', 'search', { agent: 'C', runId: 'rc' }), call('s2', 'read', { agent: 'C', runId: 'rc' })]))).toBe('C[search read]');
  });

  it('keeps the request of a call that waits for a person and the code of one that failed', () => {
    const waiting = { ...call('w', 'refund'), state: 'approval-requested', approval: { id: 'q1' } } as never;
    const failed = { ...call('f', 'send'), state: 'output-error', errorText: 'tool_failed' } as never;
    expect(nestParts([waiting, failed])).toMatchObject([{ call: { state: 'waiting', requestId: 'q1' } }, { call: { state: 'failed', errorCode: 'tool_failed' } }]);
  });

  it('shows the problem an answer ended with', () => {
    const parts = [{ type: 'data-error', data: { code: 'provider_timeout', message: 'Too slow.', retryable: true, ref: 'r9' } }] as never;
    expect(nestParts(parts)).toEqual([{ kind: 'problem', code: 'provider_timeout', message: 'Too slow.', ref: 'r9' }]);
  });
});
