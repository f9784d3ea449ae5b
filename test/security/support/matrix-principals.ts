import { newId } from '@roster/agents/kernel';
import { grantSets } from '@roster/permissions/operations';

import type { TestApp, TestKey, TestUser } from '../../support/test-app.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { PrincipalName, withoutCredentials } from './matrix-row.ts';

type Name = PrincipalName | (typeof withoutCredentials)[number];

/** What the keys of the matrix may at most: what a product needs to chat. */
const PRODUCT_OPERATIONS = [
  'view_agent', 'chat', 'list_threads', 'create_thread', 'view_thread', 'update_thread', 'delete_thread', 'delete_all_threads', 'view_history',
  'view_messages', 'send_message', 'rate_message', 'delete_message', 'restore_message', 'view_run', 'cancel_run', 'approve_tool',
];

export interface MatrixPrincipals {
  clients: Record<Name, TestClient>;
  admin: TestUser;
  /** Gives viewer@A to manager@A and key@A their rights on this agent as well. */
  grantOn(agentId: string): Promise<void>;
  /** The user behind a name. */
  user(name: PrincipalName): TestUser;
}

export async function createPrincipals(app: TestApp): Promise<MatrixPrincipals> {
  const [admin, operator, disabled, expired] = [await app.user('admin'), await app.user('operator'), await app.user(), await app.user()];
  const users = { noGrants: await app.user(), 'viewer@A': await app.user(), 'chatter@A': await app.user(), 'editor@A': await app.user(), 'publisher@A': await app.user(), 'manager@A': await app.user(), 'manager@B': await app.user(), admin, operator };
  await app.pool.query("UPDATE users SET status = 'disabled' WHERE id = $1", [disabled.userId]);
  await app.pool.query("UPDATE logins SET expires_at = now() - interval '1 second' WHERE user_id = $1", [expired.userId]);
  const otherAgent = newId();
  await app.pool.query("INSERT INTO agent_members (agent_id, subject_kind, subject_id, can_manage) VALUES ($1, 'user', $2, true)", [otherAgent, users['manager@B'].userId]);
  const keyA = await app.key(admin, { operations: PRODUCT_OPERATIONS, agentIds: [newId()] });
  const keyB = await app.key(admin, { operations: PRODUCT_OPERATIONS, agentIds: [otherAgent] });
  return { clients: { ...clientsOf(app, users, { keyA, keyB }), ...(await withoutCredentialsOf(app, { admin, disabled, expired })) }, admin, grantOn: (agentId) => grantOn(app, { agentId, users, keyA }), user: (name) => users[name as keyof typeof users] };
}

function clientsOf(app: TestApp, users: Record<string, TestUser>, { keyA, keyB }: { keyA: TestKey; keyB: TestKey }): Record<PrincipalName, TestClient> {
  const people = Object.fromEntries(Object.entries(users).map(([name, user]) => [name, app.as(user)]));
  return {
    ...people,
    'key@A': app.as(keyA), 'key@A+ann': app.as(keyA, { 'x-roster-end-user': 'ann' }), 'key@A+bob': app.as(keyA, { 'x-roster-end-user': 'bob' }), 'key@B': app.as(keyB),
    viewAs: app.as(users.admin ?? null, { 'x-roster-view-as': users.noGrants?.userId ?? '' }),
  } as Record<PrincipalName, TestClient>;
}

async function withoutCredentialsOf(app: TestApp, { admin, disabled, expired }: Record<'admin' | 'disabled' | 'expired', TestUser>) {
  const expiredKey = await app.key(admin, { operations: PRODUCT_OPERATIONS, expiresInMs: -1_000 });
  const revokedKey = await app.key(admin, { operations: PRODUCT_OPERATIONS });
  await app.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revokedKey.apiKeyId]);
  return { anonymous: app.as(null), expiredLogin: app.as(expired), disabledUser: app.as(disabled), expiredKey: app.as(expiredKey), revokedKey: app.as(revokedKey) };
}

async function grantOn({ pool }: TestApp, { agentId, users, keyA }: { agentId: string; users: Record<string, TestUser>; keyA: TestKey }): Promise<void> {
  for (const [name, operations] of Object.entries(grantSets)) {
    const rows = operations.map((operation) => [newId(), users[`${name}@A`]?.userId, operation, agentId]);
    for (const row of rows) await pool.query("INSERT INTO grants (id, subject_kind, subject_id, operation, effect, agent_id) VALUES ($1, 'user', $2, $3, 'allow', $4)", row);
  }
  await pool.query("INSERT INTO agent_members (agent_id, subject_kind, subject_id, can_manage) VALUES ($1, 'user', $2, true)", [agentId, users['manager@A']?.userId]);
  await pool.query('UPDATE api_keys SET agent_ids = array_append(agent_ids, $1::uuid), version = version + 1 WHERE id = $2', [agentId, keyA.apiKeyId]);
}
