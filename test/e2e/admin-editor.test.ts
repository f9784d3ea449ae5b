import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { AgentDraft, AgentRecord } from '@roster/agents/contracts';
import type { Page } from 'playwright-core';

import { describeInBrowser } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestUser } from '../support/test-app.ts';
import { type AdminSession, openAdminSession } from './admin-session.ts';

describeInBrowser('the agent editor', () => {
  let session: AdminSession;
  let admin: TestUser;
  let api: TestClient;
  beforeAll(async () => {
    session = await openAdminSession();
    admin = await session.app.user('admin');
    api = session.app.as(admin);
  }, 240_000);
  afterEach(() => expect(session.complaints.take()).toEqual([]));
  afterAll(() => session?.close());

  const create = async (name: string, content: object) => {
    const { body: agent } = await api.post<AgentRecord>('/api/agents/runtimes', { name });
    await save(agent.id, content);
    return agent.id;
  };
  const draftOf = async (agentId: string) => (await api.get<AgentDraft>(`/api/agents/runtimes/${agentId}/draft`)).body;
  const save = async (agentId: string, content: object) => {
    const { hash } = await draftOf(agentId);
    expect((await api.put(`/api/agents/runtimes/${agentId}/draft`, content, { 'if-match': `"${hash}"` })).status).toBe(200);
  };
  const publish = async (agentId: string) => api.post(`/api/agents/runtimes/${agentId}/publish`, { expectedDraftHash: (await draftOf(agentId)).hash, note: 'First' });
  const instructions = (page: Page) => page.getByRole('textbox', { name: 'Instructions' });
  const contentOf = async (agentId: string) => (await draftOf(agentId)).content as { instructions: string; tools: string[] };

  it('AC-A5 saves an edit by itself and marks exactly the changed word when it is reviewed', async () => {
    const agentId = await create('Polite', { instructions: 'You answer politely.\nBe brief.' });
    await publish(agentId);
    const page = await session.open(`/agents/${agentId}`, admin);
    await instructions(page).fill('You answer kindly.\nBe brief.');
    await page.getByText('Draft saved').waitFor();
    await page.getByRole('button', { name: 'Review & publish' }).click();
    const review = page.getByRole('dialog', { name: 'Publish Polite over revision 1' });
    await review.locator('mark').first().waitFor();
    expect(await review.locator('mark').allInnerTexts()).toEqual(['politely', 'kindly']);
    expect(await review.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await page.close();
  });

  it('AC-A6 merges what somebody else saved meanwhile in another field', async () => {
    const agentId = await create('Shared', { instructions: 'One.' });
    const page = await session.open(`/agents/${agentId}`, admin);
    await instructions(page).waitFor();
    await save(agentId, { instructions: 'One.', tools: ['look_up_order'] });
    session.complaints.expect(/^412 PUT/);
    await instructions(page).fill('Two.');
    await eventually(async () => expect(await contentOf(agentId)).toMatchObject({ instructions: 'Two.', tools: ['look_up_order'] }));
    await page.close();
  });

  it('AC-A6 asks about a field both changed and keeps the chosen side', async () => {
    const agentId = await create('Contested', { instructions: 'One.' });
    const page = await session.open(`/agents/${agentId}`, admin);
    await instructions(page).waitFor();
    await save(agentId, { instructions: 'Theirs.' });
    session.complaints.expect(/^412 PUT/);
    await instructions(page).fill('Mine.');
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed the same fields' });
    await dialog.getByRole('radio', { name: /Theirs/ }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await eventually(async () => expect(await instructions(page).inputValue()).toBe('Theirs.'));
    expect((await contentOf(agentId)).instructions).toBe('Theirs.');
    await page.close();
  });

  it('names what stands in the way of publishing and leads to its field', async () => {
    const agentId = await create('Broken', { tools: ['no_such_tool'] });
    session.complaints.expect(/^422 POST .*publish$/);
    const page = await session.open(`/agents/${agentId}`, admin);
    await page.getByRole('button', { name: 'Review & publish' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Try');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tools', exact: true }).click();
    await page.getByRole('tab', { name: 'Tools', selected: true }).waitFor();
    await page.getByText('This tool no longer exists').waitFor();
    await page.close();
  });

  it('shows somebody without the right what exists, and which right is missing', async () => {
    const agentId = await create('Public one', { instructions: 'Hello.' });
    await publish(agentId);
    await api.patch(`/api/agents/runtimes/${agentId}`, { isPublic: true });
    session.complaints.expect();
    const page = await session.open(`/agents/${agentId}`, await session.app.user('user'));
    await page.getByText('You may use it, but not see or change its draft.').waitFor();
    await page.goto(`${session.app.url}/#/agents`);
    expect(await page.getByRole('button', { name: 'Create agent' }).isDisabled()).toBe(true);
    await page.close();
  });
});
