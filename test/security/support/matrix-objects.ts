import { newId } from '@roster/agents/kernel';

import type { TestApp } from '../../support/test-app.ts';
import type { MatrixPrincipals } from './matrix-principals.ts';

/** Path parameters by name, and whatever bodies need. */
export type ObjectValues = Record<string, string>;
export type ObjectFixture = (context: { app: TestApp; principals: MatrixPrincipals }) => Promise<ObjectValues>;

const idOf = (answer: { status: number; body: unknown }): string => {
  if (answer.status !== 201) throw new Error(`A fixture was refused: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
};
const post = async ({ app, principals }: Parameters<ObjectFixture>[0], path: string, body: unknown) => app.as(principals.admin).post(path, body);

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
  agent: async (context) => {
    const agentId = idOf(await post(context, '/api/agents/runtimes', { name: `Agent ${newId()}` }));
    const admin = context.app.as(context.principals.admin);
    const draft = await admin.get<{ hash: string }>(`/api/agents/runtimes/${agentId}/draft`);
    const published = await admin.post(`/api/agents/runtimes/${agentId}/publish`, { expectedDraftHash: draft.body.hash, note: 'First.' });
    if (published.status >= 300) throw new Error(`An agent could not be published: ${JSON.stringify(published.body)}`);
    await context.principals.grantOn(agentId);
    return { agentId, draftHash: draft.body.hash, number: '1' };
  },
};
