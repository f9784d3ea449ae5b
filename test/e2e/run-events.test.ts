import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callTool, say, ScriptedModel } from '@roster/agents/testing';
import { ChatClient, userMessage } from '../support/chat-client.ts';
import type { ReadChat } from '../support/chat-stream.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

interface SseEvent { event: string; id: string | null; data: Record<string, unknown> }

let app: TestApp;
let operator: TestUser;
let reply: ReadChat;
const model = new ScriptedModel()
  .when('support coordinator', [callTool('billing', { task: 'Look up 4711' }), say('It is on its way.')])
  .when('one order', [callTool('look_up_order', { orderId: '4711' }), say('Order 4711 is shipped.')]);

beforeAll(async () => {
  app = await startTestApp({ model });
  operator = await app.user('operator');
  reply = await new ChatClient(app, operator).send({ id: 'events', agentId: 'examples.Support', message: userMessage('Where is 4711?') });
});
afterAll(() => app?.close());

async function read(path: string, headers: Record<string, string> = {}, who: TestUser = operator): Promise<{ status: number; events: SseEvent[] }> {
  const response = await app.as(who).fetch(path, { headers });
  const text = await response.text();
  const events = text.split('\n\n').filter((frame) => frame.startsWith('event: ')).map((frame): SseEvent => {
    const fields = Object.fromEntries(frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
    return { event: fields['event']!, id: fields['id'] ?? null, data: JSON.parse(fields['data']!) as Record<string, unknown> };
  });
  return { status: response.status, events };
}

describe('run events', () => {
  it('AC-W4 a delegation shows its card and the child\'s call, tagged with their runs', () => {
    const { parts } = reply.message;
    const childRunId = (reply.chunks.find(({ type }) => type === 'data-child-run') as unknown as { data: { childRunId: string } }).data.childRunId;

    expect(parts.map(({ type }) => type)).toEqual(['step-start', 'tool-billing', 'tool-look_up_order', 'step-start', 'text']);
    expect(parts[1]).toMatchObject({ state: 'output-available', callProviderMetadata: { sdk: { handoff: 'Billing', runId: childRunId } } });
    expect(parts[2]).toMatchObject({ state: 'output-available', callProviderMetadata: { sdk: { agent: 'Billing', runId: childRunId } } });
    model.assertFinished();
  });

  it('AC-P27 replays the whole tree in order and ends with the root', async () => {
    const { status, events } = await read(`/api/runs/${reply.runId}/events`);

    expect(status).toBe(200);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ event }) => event === 'run_stream_end').map(({ data }) => data['runId'] === reply.runId)).toEqual([false, true]);
    expect(events.at(-1)!.event).toBe('run_stream_end');
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['workflow', 'assistant_turn', 'tool_start', 'child_run_linked', 'tool_end', 'usage', 'run_stream_end'].filter((type) => events.some(({ event }) => event === type))));
  });

  it('AC-W20 AC-P30 any position gives exactly what is missing, byte for byte', async () => {
    const all = (await read(`/api/runs/${reply.runId}/events`)).events;

    for (const { id } of all.slice(0, -1)) {
      expect((await read(`/api/runs/${reply.runId}/events`, { 'last-event-id': id! })).events).toEqual(all.slice(Number(id)));
    }
    expect((await read(`/api/runs/${reply.runId}/events`, { 'last-event-id': all.at(-1)!.id! })).status).toBe(204);
  });

  it.each(['-1', 'x', '1e3', '99999'])('refuses the position %s', async (position) => {
    expect((await read(`/api/runs/${reply.runId}/events`, { 'last-event-id': position })).status).toBe(400);
  });

  it('shows a stranger nothing, and another operator that it ran but not what was said', async () => {
    const other = await app.user('operator');

    expect((await read(`/api/runs/${reply.runId}/events`, {}, await app.user('user'))).status).toBe(404);
    const { events } = await read(`/api/runs/${reply.runId}/events`, {}, other);
    expect(events.at(-1)!.event).toBe('run_stream_end');
    expect(JSON.stringify(events)).not.toMatch(/4711|on its way/);
  });
});
