/** Every page of the admin, and what to open on it before the picture is taken. */
export function pagesOf({ support, faq, schedule, headlessRunId, answeredThreadId, answeredRunId, waitingRunId }) {
  const click = (name) => (page) => page.getByRole('button', { name }).first().click().then(() => page.waitForTimeout(700));
  return [
    { name: 'home', path: '/' },
    { name: 'agents', path: '/agents' },
    { name: 'agent-create', path: '/agents/create' },
    { name: 'agent-code', path: `/agents/${support.id}` },
    ...['prompt', 'model', 'tools', 'limits', 'access', 'history'].map((tab) => ({ name: `agent-${tab}`, path: `/agents/${faq.id}/${tab}` })),
    { name: 'agent-review', path: `/agents/${faq.id}/prompt`, act: click('Review & publish') },
    { name: 'playground-both', path: `/playground/${faq.id}?mode=both&thread=story-both`, act: askOnce },
    { name: 'playground-code', path: `/playground/${support.id}?mode=live&thread=story-code`, act: askOnce },
    { name: 'conversations', path: '/conversations' },
    { name: 'conversation', path: `/conversations/${answeredThreadId}` },
    { name: 'runs', path: '/runs' },
    { name: 'run-tree', path: `/runs/${answeredRunId}` },
    { name: 'run-waiting', path: `/runs/${waitingRunId}` },
    { name: 'run-headless', path: `/runs/${headlessRunId}` },
    { name: 'run-journal', path: `/runs/${answeredRunId}`, act: (page) => page.getByRole('tab', { name: 'Journal' }).click().then(() => page.waitForTimeout(700)) },
    { name: 'approvals', path: '/approvals' },
    { name: 'approvals-edit', path: '/approvals', act: click('Approve with changes') },
    { name: 'schedules', path: '/schedules' },
    { name: 'schedule', path: `/schedules/${schedule.id}` },
    { name: 'schedule-create', path: '/schedules/create' },
    ...['users', 'groups', 'grants', 'api-keys'].map((section) => ({ name: `access-${section}`, path: `/access/${section}` })),
    { name: 'access-invite', path: '/access/users', act: click('Invite user') },
    { name: 'access-key', path: '/access/api-keys', act: click('Create key') },
    { name: 'audit', path: '/audit' },
    { name: 'not-found', path: '/nowhere' },
  ];
}

/** The first picture of a conversation says something; the later ones show the same conversation again. */
async function askOnce(page) {
  const log = page.getByRole('log').first();
  await log.waitFor();
  if ((await page.getByTestId('answer-details').count()) > 0) return;
  await page.getByLabel('Message').fill('What is the status of order 1042, and how long may I return it?');
  await page.keyboard.press('Enter');
  await page.getByTestId('answer-details').last().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(800);
}
