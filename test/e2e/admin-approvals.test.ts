import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { AgentRecord, HumanRequestRecord } from '@roster/agents/contracts';

import { describeInBrowser } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestUser } from '../support/test-app.ts';
import { type AdminSession, newConversation, openAdminSession } from './admin-session.ts';

describeInBrowser('approvals', () => {
  let session: AdminSession;
  let admin: TestUser;
  let api: TestClient;
  let supportId: string;
  beforeAll(async () => {
    session = await openAdminSession();
    admin = await session.app.user('admin');
    api = session.app.as(admin);
    const { body: agents } = await api.get<AgentRecord[]>('/api/agents');
    supportId = agents.find(({ name }) => name === 'Support')!.id;
  }, 240_000);
  afterEach(() => expect(session.complaints.take()).toEqual([]));
  afterAll(() => session?.close());

  /** Asks for a refund that waits; gives the request and its conversation. */
  const askForRefund = async (id: string, amount: number) => {
    await api.post('/api/chat', { id, agentId: supportId, stream: false, message: { role: 'user', parts: [{ type: 'text', text: `Refund order 1042, ${amount} euros` }] } });
    const { body } = await api.get<HumanRequestRecord[]>('/api/human-requests?filter={"status":"pending"}');
    return body.at(-1)!;
  };
  const request = (requestId: string) => api.get<HumanRequestRecord>(`/api/human-requests/${requestId}`).then(({ body }) => body);

  it('approves with changed arguments, which the tool then gets', async () => {
    const { id } = await askForRefund('edit', 150);
    const page = await session.open('/approvals', admin);
    const card = page.getByRole('article', { name: 'Refund €150' });
    await card.getByRole('button', { name: 'Approve with changes' }).click();
    const text = card.getByRole('textbox', { name: 'Arguments as JSON' });
    await text.fill((await text.inputValue()).replace('150', '120'));
    await card.getByRole('button', { name: 'Approve with changes' }).click();
    await page.getByText('Nothing waits for a decision').waitFor();
    expect((await request(id)).decision).toMatchObject({ approved: true, arguments: { amount: 120 } });
    await page.close();
  });

  it('denies with a reason that stays with the decision', async () => {
    const { id } = await askForRefund('deny', 160);
    const page = await session.open('/approvals', admin);
    const card = page.getByRole('article', { name: 'Refund €160' });
    await card.getByRole('button', { name: 'Deny' }).click();
    await card.getByRole('textbox', { name: 'Reason' }).fill('No receipt');
    await card.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Nothing waits for a decision').waitFor();
    expect((await request(id)).decision).toMatchObject({ approved: false, comment: 'No receipt' });
    await page.getByRole('tab', { name: 'Decided' }).click();
    await page.getByRole('article', { name: 'Refund €160' }).getByText(/by Test admin.*No receipt/).waitFor();
    await page.close();
  });

  it('AC-A10 tells the slower of two people who decided', async () => {
    const { id } = await askForRefund('race', 170);
    session.complaints.expect(/^409 POST .*response$/);
    const page = await session.open('/approvals', admin);
    const approve = page.getByRole('article', { name: 'Refund €170' }).getByRole('button', { name: 'Approve', exact: true });
    await approve.waitFor();
    await page.route('**/api/human-requests/*/response', async (route) => {
      await api.post(`/api/human-requests/${id}/response`, { approved: false });
      await route.continue();
    });
    await approve.click();
    await page.getByText(/decided already, by Test admin/).waitFor();
    await page.close();
  });

  it('AC-W11 finds the waiting answer again after a reload and goes on with it when it is decided there', async () => {
    session.complaints.expect(newConversation);
    const page = await session.open(`/playground/${supportId}?mode=live`, admin);
    await page.getByRole('textbox', { name: 'Message' }).fill('Refund order 1042, 110 euros');
    await page.keyboard.press('Enter');
    await page.getByText('This call runs only when a person approves it.').waitFor();
    await page.reload();
    await page.getByText('This call runs only when a person approves it.').waitFor();
    await page.getByRole('menuitem', { name: 'Approvals' }).getByText('1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('log').getByText('I refunded €110.00 for order 1042 to Jonas Weber.', { exact: true }).waitFor();
    await eventually(async () => expect(await page.getByRole('article').count()).toBe(2));
    await page.close();
  });
});
