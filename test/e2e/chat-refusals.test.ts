import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { say, ScriptedModel } from '@roster/agents/testing';
import { ChatClient, chatTables, userMessage } from '../support/chat-client.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

const agentId = 'examples.Support';
let app: TestApp;
let owner: TestUser;
let chat: ChatClient;
const model = new ScriptedModel([say('Mine.')]);

beforeAll(async () => {
  app = await startTestApp({ model });
  owner = await app.user('operator');
  chat = new ChatClient(app, owner);
  await chat.send({ id: 'mine', agentId, message: userMessage('Hello', 'u1') });
});
afterAll(() => app?.close());

const message = userMessage('Hello');
const cases: [string, object | string, number, string, string?][] = [
  ['broken JSON', '{"id":', 400, 'invalid_request'],
  ['an unknown field', { id: 'x', agentId, message, owner: 'me' }, 400, 'invalid_request', 'owner'],
  ['a wrong type', { id: 7, agentId, message }, 400, 'invalid_request', 'id'],
  ['an id outside its alphabet', { id: 'a b', agentId, message }, 422, 'invalid_value', 'id'],
  ['no agent for a new conversation', { id: 'x', message }, 400, 'invalid_request', 'agentId'],
  ['an unknown agent', { id: 'x', agentId: 'nobody', message }, 404, 'not_found'],
  ['a background agent', { id: 'x', agentId: 'examples.DailyDigest', message }, 400, 'agent_not_chattable'],
  ['both message and messages', { id: 'x', agentId, message, messages: [message] }, 422, 'invalid_value', 'message'],
  ['neither message nor messages', { id: 'x', agentId }, 422, 'invalid_value', 'message'],
  ['an empty message', { id: 'x', agentId, message: userMessage(' ') }, 400, 'invalid_request', 'message.parts'],
  ['an assistant message as the newest', { id: 'x', agentId, message: { role: 'assistant', parts: [] } }, 400, 'invalid_request', 'message.role'],
  ['a file', { id: 'x', agentId, message: { role: 'user', parts: [{ type: 'file', url: 'https://example.com/x.png', mediaType: 'image/png' }] } }, 400, 'invalid_request', 'message.parts.0'],
  ['a message that is too long', { id: 'x', agentId, message: userMessage('x'.repeat(100_001)) }, 413, 'payload_too_large'],
  ['another agent for an existing conversation', { id: 'mine', agentId: 'examples.Research', message }, 400, 'invalid_request', 'agentId'],
  ['an unknown message', { id: 'mine', messageId: 'nope', message }, 404, 'not_found'],
  ['a revision of a code agent', { id: 'x', agentId, revision: 3, message }, 422, 'invalid_value', 'revision'],
  ['an unknown client protocol', { id: 'x', agentId, clientProtocol: 'v9', message }, 422, 'invalid_value', 'clientProtocol'],
  ['nesting beyond all reason', { id: 'x', agentId, message: { role: 'user', parts: [{ type: 'text', text: 'x', deep: JSON.parse('['.repeat(70) + ']'.repeat(70)) as unknown }] } }, 400, 'invalid_request'],
];

describe('a refused chat', () => {
  it.each(cases.map(([name, body, status, code, field]) => ({ name, body, status, code, field })))('AC-C16 leaves no trace: $name', async ({ body, status, code, field }) => {
    const before = await chatTables(app);

    const response = await app.as(owner).fetch('/api/chat', { method: 'POST', headers: { 'content-type': 'application/json' }, body: typeof body === 'string' ? body : JSON.stringify(body) });
    const answer = (await response.json()) as { code: string; ref: string; errors?: object };

    expect({ status: response.status, code: answer.code }).toEqual({ status, code });
    expect(answer.ref).toEqual(expect.any(String));
    if (field) expect(Object.keys(answer.errors ?? {})).toContain(field);
    expect(await chatTables(app)).toEqual(before);
  });

  it('AC-C16 leaves no trace without credentials, without CHAT, and on somebody else\'s conversation', async () => {
    const before = await chatTables(app);
    const stranger = new ChatClient(app, await app.user('user'));
    const { threadId } = await chat.send({ id: 'mine', messageId: 'u1', message: userMessage('Hello', 'u1') });

    expect((await app.as(null).post('/api/chat', { id: 'x', agentId, message })).status).toBe(401);
    expect(await stranger.post({ id: threadId, message })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect((await stranger.resume(threadId)).status).toBe(404);
    expect((await stranger.stop(threadId)).status).toBe(404);
    for (const malformed of ['%00', 'a%2Fb', '%F0%9F%92%A9', 'x'.repeat(65)]) expect((await chat.resume(malformed)).status).toBe(404);
    const key = await app.key(owner, { operations: ['view_agent'] });
    expect(await new ChatClient(app, key).post({ id: 'x', agentId, message })).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect(await chatTables(app)).toEqual(before);
  });

  it('AC-C16 leaves no trace over the rate limit, which counts each end user of a key alone', async () => {
    const limited = await startTestApp({ model: new ScriptedModel(), environment: { RATE_LIMIT_CHAT: '2/min' } });
    try {
      const key = await limited.key(await limited.user('operator'), { operations: ['chat'] });
      const send = (endUser: string) => limited.as(key, { 'x-roster-end-user': endUser }).post('/api/chat', { id: 'x', agentId: 'nobody', message });
      const before = await chatTables(limited);

      expect([(await send('anna')).status, (await send('anna')).status]).toEqual([403, 403]);
      const refused = await send('anna');
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retryable: true } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await send('ben')).status).toBe(403);
      expect(await chatTables(limited)).toEqual(before);
    } finally {
      await limited.close();
    }
  });
});
