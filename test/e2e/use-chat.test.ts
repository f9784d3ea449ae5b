// `useChat` of @ai-sdk/react 6 in a real browser, on a page of another origin, with an API key: the stock client against the stock routes.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type ModelCallOptions, type ModelClient, ModelError } from '@roster/agents/kernel';
import { callTool, fail, hang, say, ScriptedModel } from '@roster/agents/testing';
import type { UIMessage } from 'ai';
import type { Locator, Page } from 'playwright-core';

import { BrowserComplaints } from '../support/browser-complaints.ts';
import { ChatClient } from '../support/chat-client.ts';
import { type Chromium, describeInBrowser, launchChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { serveSite, type StaticSite } from '../support/static-site.ts';
import { startTestApp, type TestApp, type TestKey } from '../support/test-app.ts';
import type { PageSettings } from './use-chat-page/page-settings.ts';

const agentId = 'examples.Support';
const operations = ['view_agent', 'chat', 'list_threads', 'create_thread', 'view_thread', 'view_messages', 'send_message', 'view_run', 'approve_tool'];
const refund = (amount: number) => callTool('refund_order', { orderId: '4711', amount, reason: 'broken' });
/** Of the running test. */
let model: ScriptedModel;

/** A model that holds its breath before the n-th piece of an answer, so that a test finds it in the middle. */
class HeldModel implements ModelClient {
  #hold: { before: number; released: Promise<void> } | null = null;

  /** Gives the function that lets it go on. */
  holdBefore(piece: number): () => void {
    let release = (): void => undefined;
    this.#hold = { before: piece, released: new Promise((resolve) => { release = resolve; }) };
    return () => release();
  }

  assertAvailable = (name: string): void => model.assertAvailable(name);
  cost: ModelClient['cost'] = (name, usage) => model.cost(name, usage);

  async generate(request: Parameters<ModelClient['generate']>[0], options: ModelCallOptions) {
    const hold = this.#hold;
    this.#hold = null;
    if (hold === null) return model.generate(request, options);
    const pieces: Parameters<NonNullable<ModelCallOptions['onDelta']>>[0][] = [];
    const reply = await model.generate(request, { ...options, onDelta: (piece) => pieces.push(piece) });
    for (const [index, piece] of pieces.entries()) {
      if (index === hold.before) await hold.released;
      options.onDelta?.(piece);
    }
    return reply;
  }
}

const held = new HeldModel();
let site: StaticSite;
let app: TestApp;
let key: TestKey;
let browser: Chromium;
let complaints: BrowserComplaints;
let page: Page;

describeInBrowser('useChat of AI SDK 6 in a browser, over CORS with an API key', () => {
  beforeAll(async () => {
    site = await serveSite('test/e2e/use-chat-page');
    app = await startTestApp({ model: held, environment: { CORS_ORIGINS: site.origin } });
    await app.pool.query(`insert into example_orders (id, customer, item, total_cents, status, ordered_at) values ('4711', 'Anna', 'Lamp', 100000, 'delivered', now())`);
    key = await app.key(await app.user('admin'), { operations });
    browser = await launchChromium();
    complaints = new BrowserComplaints(browser.context);
  }, 120_000);
  beforeEach(() => {
    model = new ScriptedModel();
  });
  afterEach(async () => {
    await page?.close();
    model.assertFinished();
    expect(complaints.take()).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await site?.close();
  });

  it('AC-W1 streams text and a tool call part by part, and history says the same', async () => {
    model.add(say('I will see to it.', refund(20)), say('Done, 20 euros are on their way.'));
    await open('parts');
    const release = held.holdBefore(3);

    await send('Refund 20 for 4711');
    await said('I will see').waitFor();
    await status('streaming');
    expect(await said('I will see to it.').count()).toBe(0);
    release();

    await status('ready');
    await page.getByRole('group', { name: 'tool-refund_order' }).getByText('output-available').waitFor();
    const shown = await messages();
    expect(shown.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(shown[1]!.parts.map(({ type }) => type)).toEqual(['step-start', 'text', 'tool-refund_order', 'step-start', 'text']);
    expect(shown[1]!.metadata).toMatchObject({ agentName: 'Support', finishReason: 'stop' });
    expect(shown[1]).toEqual((await history('parts'))[1]);
  });

  it('AC-W11 AC-W3 a page that is reloaded in the middle of an answer joins it again: the same message, nothing twice', async () => {
    model.add(say('One two three four five six seven.'));
    await open('reload');
    const release = held.holdBefore(3);
    await send('Count');
    await said('One two three').waitFor();
    const [, before] = await messages();

    await page.reload();
    await said('One two three').waitFor();
    release();

    await said('One two three four five six seven.').waitFor();
    await status('ready');
    const after = await messages();
    expect(after.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(after[1]!.id).toBe(before!.id);
    expect(after[1]!.parts.map(({ type }) => type)).toEqual(['step-start', 'text']);
    await page.reload();
    await status('ready');
    expect(await messages()).toEqual(await history('reload'));
    expect((await messages())[1]).toEqual(after[1]);
  });

  it('AC-W12 stop ends the answer, keeps what was said and frees the conversation; leaving the page does not stop it', async () => {
    model.add(hang('Thinking about it'), say('Next.'));
    await open('stop');
    await send('Go');
    await said('Thinking about it').waitFor();
    await page.reload();
    await said('Thinking about it').waitFor();
    await status('streaming');

    await page.getByRole('button', { name: 'Stop' }).click();
    await status('ready');
    expect((await messages())[1]!.parts).toContainEqual({ type: 'text', text: 'Thinking about it', state: 'done' });
    await send('Again');
    await said('Next.').waitFor();
    await status('ready');
    expect((await messages()).map(textOf)).toEqual(['Go', 'Thinking about it', 'Again', 'Next.']);
  });

  it('AC-W9 regenerate and edit replace what they are about, here and in history', async () => {
    model.add(say('One.'), say('One, again.'), say('Edited.'));
    await open('again');
    await send('First');
    await said('One.').waitFor();
    await status('ready');

    await page.getByRole('button', { name: 'Regenerate' }).click();
    await said('One, again.').waitFor();
    await status('ready');
    expect((await messages()).map(textOf)).toEqual(['First', 'One, again.']);
    expect((await history('again')).map(textOf)).toEqual(['First', 'One, again.']);

    await page.getByRole('textbox', { name: 'Message' }).fill('First, edited');
    await page.getByRole('button', { name: 'Edit the last question' }).click();
    await said('Edited.').waitFor();
    await status('ready');
    expect((await messages()).map(textOf)).toEqual(['First, edited', 'Edited.']);
    expect((await history('again')).map(textOf)).toEqual(['First, edited', 'Edited.']);
  });

  it.each([['Approve', 'output-available', 'Refunded.', 1], ['Deny', 'output-denied', 'Not refunded.', 0]] as const)('AC-W7 AC-W8 %s in the page continues the same message by itself, also after a reload', async (button, state, text, refunds) => {
    await app.pool.query('delete from example_refunds');
    model.add(refund(250), say(text));
    const chatId = `approval-${button}`;
    await open(chatId);
    await send('Refund 250 for 4711');
    const call = page.getByRole('group', { name: 'tool-refund_order' });
    await call.getByText('approval-requested').waitFor();
    await status('ready');
    const [, asked] = await messages();
    await page.reload();
    await call.getByText('approval-requested').waitFor();
    await status('ready');

    await call.getByRole('button', { name: button }).click();
    await said(text).waitFor();
    await status('ready');
    await call.getByText(state).waitFor();
    const shown = await messages();
    expect(shown.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(shown[1]!.id).toBe(asked!.id);
    expect((await history(chatId))[1]!.parts.map(withoutApproval)).toEqual(shown[1]!.parts.map(withoutApproval));
    expect((await app.pool.query('select 1 from example_refunds')).rowCount).toBe(refunds);
  });

  it('AC-W13 an answer that fails shows its code and keeps what was said; a refused one shows why', async () => {
    model.add(fail(new ModelError('authentication_failed', 'The provider refused the key.'), 'Half an ans'));
    await open('failing');
    await send('Go');
    await page.getByRole('alert').getByText('authentication_failed').waitFor();
    await said('Half an ans').waitFor();
    await status('error');

    await open('refused', { agentId: 'unknown-agent' });
    await send('Go');
    await page.getByRole('alert').getByText('"code":"not_found"').waitFor();
    await status('error');
  });
});

async function open(chatId: string, change: Partial<PageSettings> = {}): Promise<void> {
  await page?.close();
  complaints.expect(new RegExp(`^404 GET /api/threads/${chatId}/messages`), ...(chatId === 'refused' ? [/^404 POST \/api\/chat$/] : []));
  const settings: PageSettings = { api: app.url, key: key.text, agentId, chatId, ...change };
  page = await browser.context.newPage();
  await page.goto(`${site.origin}/#${encodeURIComponent(JSON.stringify(settings))}`);
  await status('ready');
}

async function send(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

const said = (text: string): Locator => page.getByRole('article').getByText(text, { exact: true });

const status = (expected: 'ready' | 'streaming' | 'error') => eventually(async () => expect(await page.getByRole('status').innerText()).toBe(expected));

const messages = async (): Promise<UIMessage[]> => JSON.parse(await page.getByLabel('Messages').innerText()) as UIMessage[];

const history = async (chatId: string): Promise<UIMessage[]> => (await new ChatClient(app, key).history(chatId, '?clientProtocol=v6')).messages;

/** The client keeps the approval on a call that went on; a denied one has it in history too. */
const withoutApproval = ({ approval: _approval, ...part }: UIMessage['parts'][number] & { approval?: unknown }) => part;

const textOf = ({ parts }: UIMessage): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
