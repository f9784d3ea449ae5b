import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@roster/agents/kernel';
import { callTool, say, ScriptedModel } from '@roster/agents/testing';
import { ChatClient, userMessage } from '../support/chat-client.ts';
import type { ReadChat } from '../support/chat-stream.ts';
import { startTestApp, type TestApp, type TestKey, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let user: TestUser;
let path: string;
let first: ReadChat;
let second: ReadChat;
const model = new ScriptedModel().when('one order', [callTool('look_up_order', { orderId: '4711' }), say('Order 4711 is shipped.')]);

beforeAll(async () => {
  app = await startTestApp({ model });
  user = await app.user();
  const chat = new ChatClient(app, user);
  model.add(callTool('billing', { task: 'Look up 4711' }), say('It is on its way.'), say('You are welcome.'));
  first = await chat.send({ id: 'events', agentId: 'examples.Support', message: userMessage('Where is 4711?') });
  path = `/api/sessions/${first.threadId}/events`;
  second = await chat.send({ id: 'events', message: userMessage('Thanks') });
});
afterAll(() => app?.close());

const framesOf = (text: string): string[] => text.split('\n\n').filter((frame) => frame.startsWith('event: '));
const durable = (text: string): string[] => framesOf(text).filter((frame) => frame.includes('\nid: '));
const idOf = (frame: string): number => Number(/\nid: (\d+)/.exec(frame)![1]);

async function read(query: string, headers: Record<string, string> = {}, who: TestUser | TestKey = user): Promise<{ status: number; text: string }> {
  const response = await app.as(who).fetch(`${path}${query}`, { headers });
  return { status: response.status, text: await response.text() };
}

describe('events of a session', () => {
  it('AC-P27 holds all runs of the conversation in one sequence and ends after the named run', async () => {
    const { status, text } = await read(`?profile=default&untilRun=${second.runId}`);

    expect(status).toBe(200);
    const frames = framesOf(text);
    expect(frames.map(idOf)).toEqual(frames.map((_, index) => index + 1));
    expect(frames.filter((frame) => frame.startsWith('event: run_stream_end'))).toHaveLength(3);
    expect(frames.at(-1)).toContain(`"runId":"${second.runId}"`);
    const untilFirst = framesOf((await read(`?untilRun=${first.runId}`)).text);
    expect(untilFirst).toEqual(frames.slice(0, untilFirst.length));
    expect(framesOf(await (await app.as(user).fetch(`/api/runs/${first.runId}/events`)).text())).toEqual(untilFirst);
  });

  it('AC-W20 AC-P30 any position gives exactly what is missing; Last-Event-ID beats after; 204 when there is nothing', async () => {
    const all = framesOf((await read(`?untilRun=${second.runId}`)).text);

    for (const position of [1, 4, all.length - 1]) expect(framesOf((await read(`?after=0&untilRun=${second.runId}`, { 'last-event-id': String(position) })).text)).toEqual(all.slice(position));
    expect(framesOf((await read(`?after=2&untilRun=${second.runId}`)).text)).toEqual(all.slice(2));
    expect((await read(`?untilRun=${second.runId}`, { 'last-event-id': String(all.length) })).status).toBe(204);
    expect((await read(`?untilRun=${first.runId}&after=${all.length}`)).status).toBe(204);
  });

  it('AC-W20 sends live what a replay sends later, byte for byte', async () => {
    model.add(say('Live.'));
    const abort = new AbortController();
    const live = await app.as(user).fetch(path, { signal: abort.signal });
    const third = await new ChatClient(app, user).send({ id: 'events', message: userMessage('And now?') });
    let text = '';
    const reader = live.body!.getReader();
    while (durable(text).filter((frame) => frame.startsWith('event: run_stream_end')).length < 4) text += Buffer.from((await reader.read()).value!).toString();
    abort.abort();

    expect(durable(text)).toEqual(framesOf((await read(`?untilRun=${third.runId}`)).text));
  });

  it.each(['-1', 'x', '1e3', '99999'])('AC-W20 refuses the position %s', async (position) => {
    expect((await read(`?after=${position}`)).status).toBe(400);
    expect((await read('', { 'last-event-id': position })).status).toBe(400);
  });

  it('refuses unknown profiles and runs of another conversation', async () => {
    expect((await read('?profile=everything')).status).toBe(400);
    expect((await read(`?untilRun=${newId()}`)).status).toBe(422);
    expect((await read('?since=1')).status).toBe(400);
  });

  it('shows a stranger nothing, needs VIEW_RUN besides VIEW_THREAD, and without VIEW_MESSAGES leaves out what was said', async () => {
    expect((await read(`?untilRun=${first.runId}`, {}, await app.user('operator'))).status).toBe(404);

    const operations = ['view_agent', 'chat', 'create_thread', 'send_message', 'view_thread'];
    for (const [more, status] of [[[], 403], [['view_run'], 200]] as const) {
      const key = await app.key(user, { operations: [...operations, ...more] });
      model.add(say('A secret.'));
      const reply = await new ChatClient(app, key).send({ id: 'by-key', agentId: 'examples.Support', message: userMessage('Hello secret') });
      const answer = await app.as(key).fetch(`/api/sessions/${reply.threadId}/events?untilRun=${reply.runId}`);
      expect(answer.status).toBe(status);
      const text = await answer.text();
      if (status === 200) expect(framesOf(text).at(-1)).toContain('event: run_stream_end');
      expect(text).not.toMatch(/secret/i);
    }
    model.assertFinished();
  });
});
