import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Json, JsonSchema } from '../../../contracts/json.ts';
import { type ChatMessage, userText } from '../../../kernel/chat-message.ts';
import type { ModelDelta, ModelReply, ModelRequest, ModelTool } from '../../../kernel/model-client.ts';
import { DemoModel } from './demo-model.ts';

const model = new DemoModel({ delayMs: 0 });
const tool = (name: string, description: string, shape: z.ZodRawShape): ModelTool => ({ name, description, inputSchema: z.toJSONSchema(z.strictObject(shape), { target: 'draft-7' }) as JsonSchema });

const billing = tool('billing_desk', 'Handles invoices, payments and refunds.', { task: z.string().min(1).max(20_000) });
const research = tool('research_desk', 'Looks up policies and product facts.', { task: z.string() });
const refund = tool('refund_order', 'Pays money back for an order.', { orderId: z.string(), amount: z.number(), reason: z.enum(['damaged', 'late', 'other']).optional() });
const findOrder = tool('find_order', 'Finds an order by its id.', { orderId: z.string() });
const search = tool('search_handbook', 'Searches the handbook.', { query: z.string().min(1).max(1000), limit: z.int().min(1).max(20).optional() });
const figures = tool('daily_figures', 'Numbers of the day.', {});

const conversation = (system: string, question: string): ChatMessage[] => [{ role: 'system', content: system }, userText(question)];
const ask = (messages: ChatMessage[], tools: ModelTool[] = [], more: Partial<ModelRequest> = {}): Promise<ModelReply> =>
  model.generate({ model: 'demo/offline', messages, tools, ...more }, { signal: new AbortController().signal });
const textOf = (reply: ModelReply): string => reply.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
const callOf = (reply: ModelReply) => {
  const block = reply.blocks[0];
  return block?.type === 'tool_call' ? { name: block.toolName, input: block.input } : undefined;
};
/** The conversation after the reply's call was answered with `output`. */
const answered = (messages: ChatMessage[], reply: ModelReply, output: Json, isError = false): ChatMessage[] => {
  const call = reply.blocks[0];
  if (call?.type !== 'tool_call') throw new Error(`no call but ${textOf(reply)}`);
  const { toolCallId, toolName, input } = call;
  return [...messages, { role: 'assistant', content: [{ type: 'tool_call', toolCallId, toolName, input }] }, { role: 'tool', content: [{ type: 'tool_result', toolCallId, toolName, output, isError }] }];
};

describe('demo/offline', () => {
  it('delegates a refund to the billing desk and passes its report on', async () => {
    const messages = conversation('You are a support coordinator.\n\nAvailable subagents:\n- billing_desk: Handles invoices.\n- research_desk: Looks up.', 'Please refund order 4711, 250 euros');
    const reply = await ask(messages, [research, billing]);
    expect(callOf(reply)).toEqual({ name: 'billing_desk', input: { task: 'Please refund order 4711, 250 euros' } });
    const final = await ask(answered(messages, reply, 'Order 4711 is refunded.\n\nSources consulted:\n- refund_order(orderId="4711")'), [research, billing]);
    expect(textOf(final)).toBe('Order 4711 is refunded.');
    expect(final.finishReason).toBe('stop');
  });

  it('fills the arguments of the refund from the sentence', async () => {
    for (const sentence of ['refund order 4711, 250 euros', 'Refund 250 euros for order 4711 please', 'refund €250.00 to order 4711']) {
      expect(callOf(await ask(conversation('You are the billing desk.', sentence), [findOrder, refund]))).toEqual({ name: 'refund_order', input: { orderId: '4711', amount: 250 } });
    }
    const damaged = await ask(conversation('', 'refund order A-17, 12,50 € because it was damaged'), [refund]);
    expect(callOf(damaged)).toEqual({ name: 'refund_order', input: { orderId: 'A-17', amount: 12.5, reason: 'damaged' } });
  });

  it('asks for what is missing instead of inventing it', async () => {
    expect(textOf(await ask(conversation('', 'I want a refund for order 4711'), [refund]))).toBe('To refund order I need: amount.');
  });

  it('says so when a call was denied', async () => {
    const messages = conversation('', 'refund order 4711, 250 euros');
    const reply = await ask(messages, [refund]);
    expect(textOf(await ask(answered(messages, reply, { error: 'denied', message: 'A manager denied this call.' }, true), [refund]))).toContain('was denied');
    expect(textOf(await ask(answered(messages, reply, { denied: true, reason: 'refused', message: 'A person refused this call.', comment: 'Too much.' }), [refund]))).toBe('The request to refund order was denied, so I did not do it. The reason given: Too much.');
  });

  it('searches its knowledge base and quotes what it found', async () => {
    const messages = conversation('You answer from the handbook.', 'How long do I have to return a bicycle?');
    const reply = await ask(messages, [search]);
    expect(callOf(reply)).toEqual({ name: 'search_handbook', input: { query: 'How long do I have to return a bicycle?' } });
    const hits = { results: [{ title: 'Shipping', text: 'We ship on weekdays.' }, { title: 'Returns', text: 'You may return a bicycle within 30 days. Keep the box. Helmets are excluded.' }] };
    expect(textOf(await ask(answered(messages, reply, hits), [search]))).toMatch(/^According to "Returns": "You may return a bicycle within 30 days\./u);
    expect(textOf(await ask(answered(messages, reply, { results: [] }), [search]))).toBe('I found nothing about that.');
  });

  it('follows simple instructions of the prompt', async () => {
    const system = 'You are Ada, the help desk. Greet customers with "Ahoy!". Answer in upper case. End every answer with "Sail safe."';
    expect(textOf(await ask(conversation(system, 'hello')))).toBe('AHOY! SAIL SAFE.');
    expect(textOf(await ask(conversation('Answer in German. Start every answer with "Moin,"', 'hi')))).toMatch(/^Moin, /u);
    expect(textOf(await ask(conversation('You are Ada.', 'hi')))).toContain('I am Ada.');
  });

  it('writes a digest from a tool its instructions name, without a question that fits', async () => {
    const messages = conversation('Write the digest. Use daily_figures first.', 'Run now');
    const reply = await ask(messages, [figures]);
    expect(callOf(reply)).toEqual({ name: 'daily_figures', input: {} });
    expect(textOf(await ask(answered(messages, reply, { orders: 12, openTickets: 3 }), [figures]))).toBe('Orders: 12, open tickets: 3.');
  });

  describe('in a small shop', () => {
    const instructions = 'You are the support coordinator of a small shop. Let Research answer questions about policies and Billing questions about an order.\nRefund with refund_order when a customer asks for money back.';
    const desk = tool('research', 'Researches questions about policy, shipping, delivery, returns and warranty in the help center.', { task: z.string() });
    const orders = tool('billing', 'Looks up orders by number: status, payment, invoice, total and what was refunded.', { task: z.string() });
    const pay = tool('refund_order', 'Pays money back to the customer of an order.', { orderId: z.string(), amount: z.number(), reason: z.string() });
    const crew = [desk, orders, pay];

    it.each([
      ['Where is order 1042?', ['billing']],
      ['How long does shipping to Belgium take?', ['research']],
      ['Can I send it back after three weeks?', ['research']],
      ['Please refund order 1042, 250 euros', ['refund_order']],
      ['What is the status of order 1042, and how long is the warranty?', ['billing', 'research']],
      ['Hello!', []],
    ])('answers %s with the help of %j', async (question, expected) => {
      let messages = conversation(instructions, question);
      const called: string[] = [];
      for (let turn = 0; turn < 6; turn++) {
        const reply = await ask(messages, crew);
        const call = callOf(reply);
        if (call === undefined) break;
        called.push(call.name);
        messages = answered(messages, reply, 'Done.');
      }
      expect(called).toEqual(expected);
    });

    it('follows the plan of a digest: the analyst, then the file', async () => {
      const analyst = tool('shop_analyst', 'Reads the figures of the shop for the daily digest.', { task: z.string() });
      const save = tool('save_digest', 'Saves the daily digest.', { body: z.string().optional() });
      let messages = conversation('You write the daily digest. Ask the shop analyst for the figures, then save the digest with save_digest.', 'Write the digest.');
      for (const name of ['shop_analyst', 'save_digest']) {
        const reply = await ask(messages, [save, analyst]);
        expect(callOf(reply)?.name).toBe(name);
        messages = answered(messages, reply, { message: `The ${name} is done.` });
      }
      expect(textOf(await ask(messages, [save, analyst]))).toBe('The shop_analyst is done.\n\nThe save_digest is done.');
    });
  });

  it('obeys the tool choice and answers when tools are off', async () => {
    const messages = conversation('', 'refund order 4711, 250 euros');
    expect(callOf(await ask(messages, [refund], { toolChoice: 'none' }))).toBeUndefined();
    expect(callOf(await ask(messages, [refund, findOrder], { toolChoice: { toolName: 'find_order' } }))?.name).toBe('find_order');
  });

  it('fills a wanted object', async () => {
    const schema = z.toJSONSchema(z.strictObject({ orderId: z.string(), urgent: z.boolean() })) as JsonSchema;
    expect(JSON.parse(textOf(await ask(conversation('', 'order 77 is urgent'), [], { responseFormat: { name: 'ticket', schema } })))).toEqual({ orderId: '77', urgent: true });
  });

  it('ends every conversation: it never calls a tool twice for one question', async () => {
    let messages = conversation('', 'find order 1 and refund order 1 with 5 euros and search the handbook for orders');
    for (let turn = 0; turn < 10; turn++) {
      const reply = await ask(messages, [refund, findOrder, search, figures]);
      if (reply.finishReason === 'stop') return expect(turn).toBeGreaterThan(1);
      messages = answered(messages, reply, 'done');
    }
    throw new Error('it went on calling');
  });

  it('streams word by word, deterministically, with usage, and stops when aborted', async () => {
    const deltas: ModelDelta[] = [];
    const request: ModelRequest = { model: 'demo/offline', messages: conversation('You are Ada.', 'Tell me something') };
    const reply = await model.generate(request, { signal: new AbortController().signal, onDelta: (delta) => deltas.push(delta) });
    expect(deltas.length).toBeGreaterThan(5);
    expect(deltas.map((delta) => ('delta' in delta ? delta.delta : '')).join('')).toBe(textOf(reply));
    expect(reply.usage.outputTokens).toBeGreaterThan(0);
    expect(await model.generate(request, { signal: new AbortController().signal })).toEqual(reply);
    const abort = new AbortController();
    const pending = new DemoModel({ delayMs: 5 }).generate(request, { signal: abort.signal, onDelta: () => abort.abort(new Error('stopped')) });
    await expect(pending).rejects.toThrow('stopped');
    expect(() => model.assertAvailable('demo/other')).toThrow('not available');
  });
});
