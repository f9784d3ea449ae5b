import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScriptedModel, say } from '@roster/agents/testing';
import { readChat } from '../support/chat-stream.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let user: TestUser;
const model = new ScriptedModel([]);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const message = (text: string, id?: string) => ({ ...(id && { id }), role: 'user', parts: [{ type: 'text', text }] });

beforeAll(async () => {
  app = await startTestApp({ model });
  user = await app.user('operator');
});
afterAll(() => app?.close());

const chat = (body: object, headers: Record<string, string> = {}) =>
  app.as(user).fetch('/api/chat', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

describe('chat', () => {
  it('streams an answer, stores it and gives it back as history', async () => {
    model.add(say('Hello, how can I help?'));

    const reply = await readChat(await chat({ id: 'talk-1', agentId: 'examples.Support', message: message('Hello') }));

    expect(reply.text).toBe('Hello, how can I help?');
    expect(reply.isDone).toBe(true);
    const history = await app.as(user).get<{ messages: { id: string; role: string; parts: object[] }[] }>('/api/threads/talk-1/messages');
    expect(history.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(history.body.messages[1]).toMatchObject({ id: reply.messageId, parts: plain(reply.message.parts) });
  });
});
