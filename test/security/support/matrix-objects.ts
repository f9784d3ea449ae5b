import { newId } from '@roster/agents/kernel';

import type { TestApp } from '../../support/test-app.ts';
import type { MatrixPrincipals } from './matrix-principals.ts';

/** Path parameters by name, and whatever bodies need. */
export type ObjectValues = Record<string, string>;
interface FixtureContext { app: TestApp; principals: MatrixPrincipals }
export type ObjectFixture = (context: FixtureContext) => Promise<ObjectValues>;

const idOf = (answer: { status: number; body: unknown }): string => {
  if (answer.status !== 201) throw new Error(`A fixture was refused: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
};
const post = async ({ app, principals }: FixtureContext, path: string, body: unknown) => app.as(principals.admin).post(path, body);

/** Makes what a row's path names, anew for every caller that may change it. A feature adds its objects here. */
export const objects: Record<string, ObjectFixture> = {
  user: async (context) => ({ userId: idOf(await post(context, '/api/users', { email: `${newId()}@example.com`, name: 'Somebody' })) }),
  group: async (context) => ({ groupId: idOf(await post(context, '/api/groups', { name: newId() })) }),
  grant: async (context) => {
    const user = await context.app.user();
    return { grantId: idOf(await post(context, '/api/grants', { subjectKind: 'user', subjectId: user.userId, operation: 'chat', effect: 'deny' })) };
  },
  apiKey: async (context) => ({
    apiKeyId: idOf(await post(context, '/api/api-keys', { name: 'x', operations: ['chat'], agentIds: 'all', expiresAt: new Date(Date.now() + 3_600_000).toISOString() })),
  }),
  agent: agentOf,
  /** A conversation of chatter@A. */
  thread: async (context) => {
    const { agentId } = await agentOf(context);
    const threadId = idOf(await context.app.as(context.principals.user('chatter@A')).post('/api/threads', { agentId }));
    return { agentId, threadId, chatId: threadId, sessionId: threadId };
  },
  /** A conversation of key@A for its end user ann. */
  threadOfAnn: async (context) => {
    const { agentId } = await agentOf(context);
    const answer = await context.principals.clients['key@A+ann'].post('/api/threads', { agentId });
    return { agentId, threadId: idOf(answer), chatId: idOf(answer), sessionId: idOf(answer) };
  },
  /** Started by chatter@A. */
  run: runOf,
  /** What a run of chatter@A asks a manager, put straight into its table. */
  humanRequest: async (context) => {
    const values = await runOf(context);
    const requestId = newId();
    await context.app.pool.query(
      `INSERT INTO human_requests (id, run_id, generation, root_run_id, agent_id, step_key, kind, card, approvers) VALUES ($1, $2, 1, $2, $3, 't0/approval', 'confirmation', '{}', 'manager')`,
      [requestId, values.runId, values.agentId]);
    return { ...values, requestId };
  },
  schedule: async (context) => {
    const { agentId } = await agentOf(context);
    const body = { name: `s${newId()}`, agentId, input: 'Hello', cron: '0 9 * * *', timezone: 'UTC' };
    return { agentId, scheduleId: idOf(await post(context, '/api/schedules', body)) };
  },
};

/** Database agent A, published, with the grants of the matrix on it. */
async function agentOf(context: FixtureContext) {
  const agentId = idOf(await post(context, '/api/agents/runtimes', { name: `Agent ${newId()}` }));
  const admin = context.app.as(context.principals.admin);
  const draft = await admin.get<{ hash: string }>(`/api/agents/runtimes/${agentId}/draft`);
  const published = await admin.post(`/api/agents/runtimes/${agentId}/publish`, { expectedDraftHash: draft.body.hash, note: 'First.' });
  if (published.status >= 300) throw new Error(`An agent could not be published: ${JSON.stringify(published.body)}`);
  await context.principals.grantOn(agentId);
  return { agentId, draftHash: draft.body.hash, number: '1' };
}

async function runOf(context: FixtureContext) {
  const { agentId } = await agentOf(context);
  const answer = await context.app.as(context.principals.user('chatter@A')).post<{ runId: string }>(`/api/agents/${agentId}/runs`, { input: 'Hello' });
  if (answer.status !== 202) throw new Error(`A run was refused: ${JSON.stringify(answer.body)}`);
  return { agentId, runId: answer.body.runId };
}
