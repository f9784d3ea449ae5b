import { describe, expect, it } from '@jest/globals';
import { chatRequestSchema, type MessageStatus } from '@roster/agents/contracts';
import type { StoredMessage } from '../threads/thread-messages.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { InvalidChatMessageError, MessageTooLongError } from './chat-errors.ts';
import { planTurn } from './plan-turn.ts';

const stored = (seq: number, role: 'user' | 'assistant', text: string, status: MessageStatus = 'complete'): StoredMessage => ({
  id: `m${seq}`, seq, role, status, parts: [{ type: 'text', text }], clientId: `c${seq}`, runId: role === 'assistant' ? `run${seq}` : null,
  agentId: null, agentName: null, revision: null, configurationHash: null, finishReason: null, usage: null, metadata: {}, error: null, createdAt: new Date(0),
});
const thread = (...rows: StoredMessage[]) => ({
  find: async (_thread: string, id: string) => rows.find((row) => row.id === id || row.clientId === id) ?? null,
  newestReply: async () => rows.findLast(({ role }) => role === 'assistant') ?? null,
  replyTo: async (_thread: string, seq: number) => { const next = rows.find((row) => row.seq > seq); return next?.role === 'assistant' ? next : null; },
  userMessageBefore: async (_thread: string, seq: number) => rows.findLast((row) => row.role === 'user' && row.seq < seq) ?? null,
});
const say = (text: string, id?: string) => ({ ...(id ? { id } : {}), role: 'user' as const, parts: [{ type: 'text', text }] });
const plan = (body: object, rows: StoredMessage[] = [], threadId: string | null = 't') => planTurn(chatRequestSchema.parse({ id: 't', ...body }), threadId, thread(...rows));
const talk = [stored(1, 'user', 'Hello'), stored(2, 'assistant', 'Hi'), stored(3, 'user', 'Weather?'), stored(4, 'assistant', 'Sun')];

describe('planTurn', () => {
  it('AC-W9 reads the same new message from message and from messages', async () => {
    const expected = { kind: 'run', user: { kind: 'new', text: 'Bye', clientId: 'c9' }, supersedeFrom: null };

    expect(await plan({ message: say('Bye', 'c9') }, talk)).toEqual(expected);
    expect(await plan({ messages: [say('forged'), say('Bye', 'c9')] }, talk)).toEqual(expected);
    expect(await plan({ message: say('Bye', 'c9') }, [], null)).toEqual(expected);
  });

  it('AC-W9 an edit supersedes the message and all after it', async () => {
    expect(await plan({ messageId: 'm1', message: say('Hello there', 'c1') }, talk)).toEqual({ kind: 'run', user: { kind: 'new', text: 'Hello there', clientId: 'c1' }, supersedeFrom: 1 });
  });

  it.each(['complete', 'streaming', 'awaiting_input'] as const)('AC-W9 a retry replays a reply that is %s', async (status) => {
    expect(await plan({ message: say('Hello', 'c1') }, [talk[0]!, stored(2, 'assistant', '', status)])).toMatchObject({ kind: 'replay', reply: { id: 'm2' } });
  });

  it.each(['error', 'cancelled'] as const)('AC-W9 a retry after a reply that ended as %s runs again on the stored message', async (status) => {
    expect(await plan({ message: say('Hello', 'c1') }, [talk[0]!, stored(2, 'assistant', '', status)])).toEqual({ kind: 'run', user: { kind: 'stored', messageId: 'm1' }, supersedeFrom: 2 });
  });

  it('AC-W9 a retry without any reply runs on the stored message', async () => {
    expect(await plan({ message: say('Hello', 'c1') }, [talk[0]!])).toEqual({ kind: 'run', user: { kind: 'stored', messageId: 'm1' }, supersedeFrom: null });
  });

  it.each([[{ messageId: 'm4' }, 'm3', 4], [{ messageId: 'm3' }, 'm3', 4], [{}, 'm3', 4], [{ messageId: 'm2' }, 'm1', 2]])('AC-W9 regenerate %j runs again on %s', async (body, messageId, supersedeFrom) => {
    expect(await plan({ trigger: 'regenerate-message', ...body }, talk)).toEqual({ kind: 'run', user: { kind: 'stored', messageId }, supersedeFrom });
  });

  it('takes a message named after a reply as answers to its open requests', async () => {
    const message = { id: 'm4', role: 'assistant', parts: [] };

    expect(await plan({ messageId: 'm4', message }, talk)).toEqual({ kind: 'continue', reply: talk[3], message });
  });

  it.each([
    [{ messageId: 'nope', message: say('x') }, NotFoundError],
    [{ trigger: 'regenerate-message', messageId: 'nope' }, NotFoundError],
    [{ message: { role: 'assistant', parts: [] } }, InvalidChatMessageError],
    [{ message: say('  ') }, InvalidChatMessageError],
    [{ message: { role: 'user', parts: [{ type: 'file', url: 'https://example.com' }] } }, InvalidChatMessageError],
    [{ message: say('x'.repeat(100_001)) }, MessageTooLongError],
  ])('refuses %#', async (body, error) => {
    await expect(plan(body, talk)).rejects.toBeInstanceOf(error);
  });

  it('replaces NUL and lone surrogates before anything is stored', async () => {
    expect(await plan({ message: say('a\u0000b\uD800c') })).toMatchObject({ user: { text: 'a\uFFFDb\uFFFDc' } });
  });
});
