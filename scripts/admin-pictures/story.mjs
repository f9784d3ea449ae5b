/** Makes the first administrator through the page, then people, conversations, runs and schedules through the API, as the signed-in page. */
export async function tellStory(page) {
  await page.getByLabel('Your name').fill('Ada Bakker');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: /Good to see you/ }).waitFor();
  const api = callerOf(page);
  const agents = await api('GET', '/agents?range=[0,99]');
  const support = agents.find(({ name }) => name === 'Support');
  const digest = agents.find(({ workerOnly }) => workerOnly);
  const faq = agents.find(({ kind }) => kind === 'database');
  await revise(api, faq);
  const waiting = await talk(api, support);
  const { runId } = await api('POST', `/agents/${digest.id}/runs`, { input: 'Write the digest of today.', mode: 'wait' }).then((run) => ({ runId: run.runId ?? run.id }));
  const schedule = await api('POST', '/schedules', { name: 'daily-digest-morning', label: 'Digest every weekday', agentId: digest.id, input: 'Write the digest.', cron: '30 7 * * 1-5', timezone: 'America/New_York', enabled: true });
  await api('POST', '/users', { name: 'Tom de Wit', email: 'tom@example.com', role: 'operator' });
  const group = await api('POST', '/groups', { name: 'Finance', description: 'Decides refunds', memberIds: [] });
  await api('POST', '/grants', { subjectKind: 'group', subjectId: group.id, operation: 'approve_tool', effect: 'allow', agentId: support.id });
  await api('POST', '/api-keys', { name: 'Web shop', operations: ['view_agent', 'chat'], agentIds: [support.id], expiresAt: new Date(Date.now() + 90 * 86_400_000).toISOString() });
  return { support, digest, faq, schedule, headlessRunId: runId, ...waiting };
}

/** A second revision and a draft that differs from it. */
async function revise(api, faq) {
  const edit = async (change) => {
    const { content, hash } = await api('GET', `/agents/runtimes/${faq.id}/draft`);
    return api('PUT', `/agents/runtimes/${faq.id}/draft`, { ...content, ...change(content) }, { 'if-match': `"${hash}"` });
  };
  const { hash } = await edit(({ instructions }) => ({ instructions: `${instructions}\nAnswer in at most three sentences.\nAlways name the page the answer comes from.` }));
  await api('POST', `/agents/runtimes/${faq.id}/publish`, { expectedDraftHash: hash, note: 'Shorter answers with their source' });
  await edit(({ instructions }) => ({ instructions: instructions.replace('three', 'two'), modelParams: { temperature: 0.2 }, maxChatToolCalls: 8 }));
}

/** Two conversations with the coordinator: one answered by its subagents, one that waits for a refund to be approved. */
async function talk(api, support) {
  const ask = (id, text) => api('POST', '/chat', { id, agentId: support.id, clientProtocol: 'v6', stream: false, message: { role: 'user', parts: [{ type: 'text', text }] } });
  const answered = await ask('story-answered', 'What is the status of order 1042, and what is your returns policy?');
  const waiting = await ask('story-waiting', 'Refund 250 euro for order 1042, the lamp arrived broken.');
  return { answeredThreadId: answered.threadId, answeredRunId: answered.runId, waitingThreadId: waiting.threadId, waitingRunId: waiting.runId };
}

/** `rest`: body, then headers. */
function callerOf(page) {
  return async (method, path, ...rest) => {
    const { status, data } = await page.evaluate(
      async ({ method: verb, path: address, rest: [body, headers] }) => {
        const response = await fetch(`/api${address}`, { method: verb, headers: { 'content-type': 'application/json', 'x-roster-csrf': '1', ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
        return { status: response.status, data: await response.json() };
      },
      { method, path, rest },
    );
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(data)}`);
    return data;
  };
}
