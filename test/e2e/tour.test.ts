// The ten-minute tour of README.md, as somebody new takes it: the built product with its embedded database, no key, a real browser.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { RunTreeRecord } from '@roster/agents/contracts';
import type { UIMessage } from 'ai';
import type { Locator, Page } from 'playwright-core';

import { BrowserComplaints } from '../support/browser-complaints.ts';
import { readChat } from '../support/chat-stream.ts';
import { type Chromium, describeInBrowser, launchChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { ensureProductBuilt } from '../support/product-build.ts';
import { type ProductProcess, startProductProcess } from '../support/product-process.ts';

// A step does what a person does in a minute; all nine take about one on an idle machine.
jest.setTimeout(60_000);

const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
let dataDir: string;
let product: ProductProcess;
let browser: Chromium;
let complaints: BrowserComplaints;
let page: Page;

describeInBrowser('the ten-minute tour', () => {
  beforeAll(async () => {
    await ensureProductBuilt();
    const parent = mkdtempSync(join(tmpdir(), 'roster-tour-'));
    chmodSync(parent, 0o755);
    dataDir = join(parent, 'data');
    [product, browser] = await Promise.all([startProductProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), launchChromium()]);
    complaints = new BrowserComplaints(browser.context);
    page = await browser.context.newPage();
  }, 240_000);
  // Whatever a page complained about during a step fails that step.
  afterEach(() => expect(complaints.take()).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    await product?.end();
    stopDatabaseLeftBehind();
    rmSync(join(dataDir, '..'), { recursive: true, force: true });
  });

  it('1. the setup link makes the first administrator, who can sign in', async () => {
    complaints.expect(/^401 GET \/api\/me$/);
    await page.goto(product.setupLink!);
    await page.getByRole('textbox', { name: 'Your name' }).fill(account.name);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Good to see you, Ada' }).waitFor();

    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Good to see you, Ada' }).waitFor();
  });

  it('2. there are three example agents', async () => {
    complaints.expect();
    await openPage('Agents');
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await eventually(async () => expect(await rows.count()).toBe(3));
    for (const [name, kind] of [['Support', 'Code'], ['FAQ', 'Configured'], ['Daily digest', 'Code']] as const) await agentRow(name).filter({ hasText: kind }).waitFor();
    await agentRow('Daily digest').getByText('Headless only').waitFor();
  });

  it('3. a delegation of the coordinator is a nested card with its tool calls', async () => {
    expectUnknownThreads();
    await openAgent('Support');
    await page.getByRole('button', { name: 'Try it' }).click();
    await ask('Where is order 1042?');

    const answer = await answered(page.getByRole('log'));
    const card = answer.getByRole('group', { name: 'Subagent Billing' });
    const call = card.getByRole('group', { name: 'Call of look_up_order' });
    await call.getByText('done').waitFor();
    expect(await answer.innerText()).toMatch(/Office chair.*delivered/s);
  });

  it('4. a prompt is edited, compared with the live one, published with a note; the next answer names revision 2', async () => {
    expectUnknownThreads();
    await openAgent('FAQ');
    await page.getByRole('tab', { name: 'Prompt' }).click();
    const instructions = page.getByRole('textbox', { name: 'Instructions' });
    await instructions.fill(`${await instructions.inputValue()} End every answer with "Happy to help!"`);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('button', { name: 'Draft beside live', pressed: true }).waitFor();
    await ask('How long do I have to return an item?');
    const [live, draft] = [await answered(pane('Revision 1')), await answered(pane('Draft'))];
    for (const answer of [live, draft]) expect(await answer.innerText()).toContain('30 days');
    expect(await live.innerText()).not.toContain('Happy to help!');
    expect(await draft.innerText()).toContain('Happy to help!');

    await page.getByRole('link', { name: 'Edit agent' }).click();
    await page.getByRole('button', { name: 'Review & publish' }).click();
    const review = page.getByRole('dialog', { name: 'Publish FAQ over revision 1' });
    await review.getByText('Happy to help!').first().waitFor();
    await review.getByRole('textbox', { name: 'Note' }).fill('Friendlier');
    await review.getByRole('button', { name: 'Publish' }).click();
    await review.waitFor({ state: 'hidden' });
    expect(await askFaq()).toMatch(/Happy to help!.*Revision 2/s);
  });

  it('5. a roll back makes revision 1 answer again', async () => {
    expectUnknownThreads();
    await openAgent('FAQ');
    await page.getByRole('tab', { name: 'History' }).click();
    const first = page.getByRole('listitem').filter({ hasText: 'Revision 1' });
    await first.getByRole('button', { name: 'Roll back to this' }).click();
    const dialog = page.getByRole('dialog', { name: 'Roll back to revision 1?' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Too friendly');
    await dialog.getByRole('button', { name: 'Roll back to this' }).click();
    await first.getByText('live', { exact: true }).waitFor();
    await page.getByText('Rolled back to revision 1').waitFor();

    const answer = await askFaq();
    expect(answer).toContain('Revision 1');
    expect(answer).not.toContain('Happy to help!');
  });

  it('6. a refund above the limit waits in Approvals; approved there, the same answer goes on', async () => {
    expectUnknownThreads();
    await openAgent('Support');
    await page.getByRole('button', { name: 'Try it' }).click();
    await ask('Refund order 1042, 240 euros');
    await page.getByText('This call runs only when a person approves it.').waitFor();
    const [before] = (await threadOnPage()).filter(({ role }) => role === 'assistant');

    const inbox = await browser.context.newPage();
    await inbox.goto(`${product.url}/#/approvals`);
    const request = inbox.getByRole('article', { name: 'Refund €240 for order 1042?' });
    await request.getByRole('button', { name: 'Approve', exact: true }).click();
    await inbox.getByText('Nothing waits for a decision').waitFor();
    await inbox.close();

    await page.getByRole('log').getByText('I refunded €240.00 for order 1042 to Jonas Weber.', { exact: true }).waitFor();
    const messages = await threadOnPage();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages[1]!.id).toBe(before!.id);
    expect(await page.getByRole('log').getByRole('article').count()).toBe(2);
  });

  it('7. the digest runs now, shows its tree and cost, and gets a schedule with its next fires', async () => {
    await openAgent('Daily digest');
    await page.getByRole('button', { name: 'Run now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run Daily digest' });
    await dialog.getByRole('textbox', { name: 'What it should do' }).fill('Write the daily digest of the shop.');
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('heading', { name: 'Run of Daily digest' }).waitFor();
    const tree = page.getByRole('log', { name: 'What happened' });
    await tree.getByRole('group', { name: 'Subagent Shop analyst' }).getByRole('group', { name: 'Call of shop_figures' }).getByText('done').waitFor();
    await tree.getByRole('group', { name: 'Call of save_digest' }).getByText('done').waitFor();
    await page.getByText('Completed').first().waitFor();
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await eventually(async () => expect(await facts.innerText()).toMatch(/Cost\s+\$0\s+Model calls\s+[4-9]/));

    await openPage('Schedules');
    await page.getByRole('link', { name: 'Create schedule' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('morning-digest');
    await page.getByRole('combobox', { name: 'Agent' }).fill('Daily');
    await page.getByRole('option', { name: 'Daily digest' }).click();
    await page.getByRole('textbox', { name: 'Task' }).fill('Write the daily digest of the shop.');
    await page.getByRole('textbox', { name: 'Cron' }).fill('30 7 * * 1-5');
    await eventually(async () => expect(await nextFires()).toEqual(Array.from({ length: 10 }, () => expect.stringMatching(/^\d{4}-\d\d-\d\d 07:30/))));
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByText('No slot has come yet.').waitFor();
    expect(await nextFires()).toHaveLength(10);
  });

  it('8. an API key for one agent chats over plain HTTP, with that agent only', async () => {
    await openPage('Access');
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Website');
    await dialog.getByRole('combobox', { name: 'Agents' }).fill('FAQ');
    await page.getByRole('option', { name: 'FAQ' }).click();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Key "Website"' }).waitFor();
    const key = await dialog.getByRole('code').innerText();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();

    const reply = await readChat(await chatWithKey(key, { id: 'demo-1', agentId: 'faq' }));
    expect(reply.text).toContain('30 days');
    expect(reply.isDone).toBe(true);
    expect((await chatWithKey(key, { id: 'demo-2', agentId: 'examples.Support' })).status).toBe(404);
  });

  it('9. a run in the middle of which the process is killed with kill -9 is finished by the next process', async () => {
    expectUnknownThreads();
    await openAgent('Support');
    await page.getByRole('button', { name: 'Try it' }).click();
    await ask(longQuestion);
    await page.getByRole('group', { name: 'Subagent Research' }).waitFor();
    complaints.expect(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    const { port } = new URL(product.url);
    await product.end('SIGKILL');
    const killedAt = new Date().toISOString();
    product = await startProductProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: port });
    expect(product.setupLink).toBeNull();
    await page.reload();
    complaints.expect();

    const answer = await answered(page.getByRole('log'), 30_000);
    expect(await answer.innerText()).toMatch(/Office chair.*delivered/s);
    const messages = await threadOnPage();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    const { runs } = await get<RunTreeRecord>(`/api/runs/${runOf(messages[1]!)}/tree`);
    expect(runs.map(({ agentName, status }) => [agentName, status])).toEqual([['Support', 'completed'], ['Research', 'completed'], ['Billing', 'completed']]);
    expect(runs[0]!.createdAt < killedAt && killedAt < runs[0]!.finishedAt!).toBe(true);
  });
});

/** Many calls and two subagents: enough work to be killed in the middle of it. */
const longQuestion = 'Ask billing about order 1042 and let research say how returns work';

async function openPage(name: string): Promise<void> {
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}

const agentRow = (name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}\\b`) });

async function openAgent(name: string): Promise<void> {
  await openPage('Agents');
  await agentRow(name).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** The playground looks for a conversation that begins with the first message. */
const expectUnknownThreads = () => complaints.expect(/^404 GET \/api\/threads\/pg-[a-z0-9]+-(live|draft)\/messages/);

async function ask(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

const pane = (label: string): Locator => page.getByRole('log').and(page.locator('section', { hasText: label }).getByRole('log'));

/** The newest answer of a conversation, once it is finished: its details say who gave it. */
async function answered(log: Locator, timeout = 15_000): Promise<Locator> {
  const answer = log.getByRole('article').last();
  await answer.getByText(/tokens|\d+ in, \d+ out/).waitFor({ timeout });
  return answer;
}

/** A new conversation with what is live; the whole answer with its details. */
async function askFaq(): Promise<string> {
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await ask('How long do I have to return an item?');
  return (await answered(page.getByRole('log'))).innerText();
}

const nextFires = () => page.getByRole('region', { name: 'Next fires' }).getByRole('row').filter({ has: page.getByRole('cell') }).allInnerTexts();

async function get<T>(path: string): Promise<T> {
  const response = await page.request.get(`${product.url}${path}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as T;
}

/** The stored conversation that stands in the address of the page. */
async function threadOnPage(): Promise<UIMessage[]> {
  const thread = /thread=([^&]+)/.exec(page.url())?.[1];
  return (await get<{ messages: UIMessage[] }>(`/api/threads/${thread}-live/messages?clientProtocol=v6`)).messages;
}

const runOf = ({ metadata }: UIMessage): string => (metadata as { runId: string }).runId;

/** As the `curl` of the README does. */
const chatWithKey = (key: string, body: { id: string; agentId: string }): Promise<Response> =>
  fetch(`${product.url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, message: { role: 'user', parts: [{ type: 'text', text: 'How long do I have to return an item?' }] } }),
  });

/** After a failure between kill and restart nobody owns the database any more. */
function stopDatabaseLeftBehind(): void {
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGINT');
}
