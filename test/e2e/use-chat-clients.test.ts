// The transports and readers of AI SDK 5 and 6 on real HTTP streams: what each makes of a stream is what history says in its dialect.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelError } from '@roster/agents/kernel';
import { callTool, fail, hang, say, ScriptedModel, type ScriptedStep, think } from '@roster/agents/testing';
import { DefaultChatTransport as TransportV6, readUIMessageStream as readV6, type UIMessage } from 'ai';
import { DefaultChatTransport as TransportV5, readUIMessageStream as readV5 } from 'ai-v5';

import { ChatClient, plain, userMessage } from '../support/chat-client.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

const agentId = 'examples.Support';
const refund = (amount: number) => callTool('refund_order', { orderId: '4711', amount, reason: 'broken' });
const billing = callTool('billing', { task: 'Order 4711?' });

/** Version 5 sends no protocol: it is the default. */
const clients = [
  { name: 'ai 5', Transport: TransportV5 as unknown as typeof TransportV6, read: readV5 as unknown as typeof readV6, protocol: undefined },
  { name: 'ai 6', Transport: TransportV6, read: readV6, protocol: 'v6' },
] as const;
type Client = (typeof clients)[number];

let app: TestApp;
let operator: TestUser;
let chat: ChatClient;
let model: ScriptedModel;

beforeAll(async () => {
  app = await startTestApp({ model: { generate: (...call) => model.generate(...call), assertAvailable: () => undefined, cost: () => 0 } });
  await app.pool.query(`insert into example_orders (id, customer, item, total_cents, status, ordered_at) values ('4711', 'Anna', 'Lamp', 100000, 'delivered', now())`);
  operator = await app.user('operator');
  chat = new ChatClient(app, operator);
});
beforeEach(() => { model = new ScriptedModel(); });
afterEach(() => model.assertFinished());
afterAll(() => app?.close());

const transportOf = ({ Transport, protocol }: Client) =>
  new Transport<UIMessage>({ api: `${app.url}/api/chat`, headers: operator.headers, body: { agentId, ...(protocol && { clientProtocol: protocol }) } });

async function send(client: Client, chatId: string, text: string): Promise<{ message: UIMessage; errors: string[] }> {
  const messages = [{ id: `${chatId}-question`, ...userMessage(text) }] as UIMessage[];
  return fold(client, await transportOf(client).sendMessages({ chatId, messages, trigger: 'submit-message', messageId: undefined, abortSignal: undefined }));
}

async function fold({ read }: Client, stream: Parameters<typeof readV6>[0]['stream']): Promise<{ message: UIMessage; errors: string[] }> {
  const errors: string[] = [];
  let message: UIMessage | undefined;
  for await (const state of read({ stream, onError: (error) => errors.push(error instanceof Error ? error.message : String(error)) })) message = structuredClone(state);
  return { message: plain(message!), errors };
}

const history = async ({ protocol }: Client, chatId: string): Promise<UIMessage> => (await chat.history(chatId, protocol ? `?clientProtocol=${protocol}` : '')).messages[1]!;

/** Ids of reasoning blocks are the client's own; a call whose arguments were refused has none, which history writes as {} for the oldest clients. */
const shown = ({ parts }: UIMessage) => parts.map((part) => {
  if (part.type === 'reasoning') return { type: part.type, text: part.text, state: part.state };
  return 'errorText' in part && part.errorText === 'invalid_tool_input' ? { ...part, input: {} } : part;
});

const finished: readonly { name: string; steps: readonly ScriptedStep[]; types: readonly string[] }[] = [
  { name: 'text', steps: [say('Hello, how can I help?')], types: ['step-start', 'text'] },
  { name: 'reasoning, text and a tool', steps: [think('Let me see.', say('One moment.', refund(10))), say('Done.')], types: ['step-start', 'reasoning', 'text', 'tool-refund_order', 'step-start', 'text'] },
  { name: 'a tool that is refused its arguments', steps: [callTool('refund_order', { orderId: '4711' }), say('I need the amount.')], types: [] },
  { name: 'a delegation', steps: [billing, callTool('look_up_order', { orderId: '4711' }), say('It is delivered.'), say('Order 4711 is delivered.')], types: ['step-start', 'tool-billing', 'tool-look_up_order', 'step-start', 'text'] },
];

describe.each(clients)('$name over HTTP', (client) => {
  const idOf = (name: string) => `${client.name}-${name}`.replaceAll(/[^a-z0-9]+/g, '-');

  it.each(finished)('AC-W1 reads $name as history tells it', async ({ name, steps, types }) => {
    model.add(...steps);
    const { message, errors } = await send(client, idOf(name), 'Please');
    expect(errors).toEqual([]);
    if (types.length > 0) expect(message.parts.map(({ type }) => type)).toEqual(types);
    const stored = await history(client, idOf(name));
    expect(message.id).toBe(stored.id);
    expect(shown(message)).toEqual(shown(stored));
  });

  it('AC-W7 reads a call that waits and, resumed after the decision, the same message to its end', async () => {
    model.add(refund(250), say('Refunded.'));
    const chatId = idOf('approval');
    const asked = await send(client, chatId, 'Refund 250');
    expect(asked.errors).toEqual([]);
    expect(asked.message.parts.find(({ type }) => type === 'tool-refund_order')).toMatchObject({ state: client.protocol === 'v6' ? 'approval-requested' : 'input-available' });
    expect(asked.message.parts.some(({ type }) => type === 'data-request')).toBe(client.protocol !== 'v6');
    expect(shown(asked.message)).toEqual(shown(await history(client, chatId)));

    const [request] = (await app.as(operator).get<{ id: string }[]>('/api/human-requests?filter={"status":"pending"}')).body;
    expect((await app.as(operator).post(`/api/human-requests/${request!.id}/response`, { approved: true })).status).toBe(200);
    await eventually(async () => expect((await chat.history(chatId)).activeMessageId).toBeNull());
    const stored = await eventually(async () => {
      const message = await history(client, chatId);
      expect(message.parts.at(-1)).toMatchObject({ type: 'text', text: 'Refunded.' });
      return message;
    });
    expect(stored.id).toBe(asked.message.id);
    expect(await transportOf(client).reconnectToStream({ chatId })).toBeNull();
  });

  it('AC-W11 AC-W12 resumes an answer another reader began, and reads its stop', async () => {
    model.add(hang('Thinking about it'));
    const chatId = idOf('stop');
    const first = send(client, chatId, 'Go');
    await eventually(async () => expect((await chat.history(chatId)).activeMessageId).not.toBeNull());
    const stream = await transportOf(client).reconnectToStream({ chatId });
    const second = fold(client, stream!);
    await eventually(async () => expect((await chat.stop(chatId)).body.status).toMatch(/stopp/));

    const [one, two] = await Promise.all([first, second]);
    expect(two.message).toEqual(one.message);
    expect([...one.errors, ...two.errors]).toEqual([]);
    expect(shown(one.message)).toEqual(shown(await history(client, chatId)));
  });

  it('AC-W13 reports a failure by its code and keeps what was said', async () => {
    model.add(fail(new ModelError('authentication_failed', 'The provider refused the key.'), 'Half an ans'));
    const { message, errors } = await send(client, idOf('failure'), 'Go');
    expect(errors).toEqual(['authentication_failed']);
    expect(shown(message)).toEqual(shown(await history(client, idOf('failure'))));
    expect(JSON.stringify(message.parts)).toContain('Half an ans');
  });
});
