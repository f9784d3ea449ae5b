import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEventRecord, GrantRecord, GroupRecord, Me, UserRecord } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';

import { Principals } from '../../apps/api/src/auth/principals.ts';
import { RevocationWatch } from '../../apps/api/src/auth/revocation-watch.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.user('admin');
});
afterAll(() => app.close());

const AGENT = newId();
const explain = (caller: TestUser, query: string) => app.as(caller).get<{ allowed: boolean; decidedBy: string }>(`/api/permissions/explain?${query}`);

describe('users', () => {
  it('are invited by a link that works once', async () => {
    const invited = await app.as(admin).post<UserRecord & { invitationUrl: string }>('/api/users', { email: 'Bob@Example.com', name: ' Bob ', role: 'operator' });
    expect(invited.body).toMatchObject({ email: 'bob@example.com', name: 'Bob', status: 'invited', role: 'operator' });
    const token = new URL(invited.body.invitationUrl.replace('/#', '')).searchParams.get('token');
    const accept = (password: string) => app.as(null).post<Me>('/api/invitations', { token, password });
    expect((await accept('bob')).status).toBe(422);
    expect((await accept('four green parrots')).body.user).toMatchObject({ email: 'bob@example.com' });
    expect((await accept('four green parrots')).status).toBe(409);
    expect((await app.as(null).post('/api/login', { email: 'bob@example.com', password: 'four green parrots' })).status).toBe(200);
    expect((await app.as(admin).post('/api/users', { email: 'bob@example.com', name: 'Other' })).status).toBe(409);
  });

  it('cannot be disabled or demoted when they are the last administrator, not even by two at once', async () => {
    const other = await app.user('admin');
    const statuses = await Promise.all([app.as(admin).patch(`/api/users/${other.userId}`, { role: 'user' }), app.as(other).patch(`/api/users/${admin.userId}`, { role: 'user' })]);
    expect(statuses.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    await app.pool.query("UPDATE users SET role = 'user' WHERE id = $1", [other.userId]);
    await app.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [admin.userId]);
    admin = await signedIn(admin);
    expect((await app.as(admin).patch(`/api/users/${admin.userId}`, { status: 'disabled' })).status).toBe(409);
    expect((await app.as(admin).get('/api/me')).status).toBe(200);
  });
});

describe('groups and grants', () => {
  it('change what their members may do at once, and say which rule decides', async () => {
    const user = await app.user();
    const { body: group } = await app.as(admin).post<GroupRecord>('/api/groups', { name: 'Support', memberIds: [user.userId] });
    expect((await app.as(user).get('/api/audit-events')).status).toBe(403);
    const { body: grant } = await app.as(admin).post<GrantRecord>('/api/grants', { subjectKind: 'group', subjectId: group.id, operation: 'view_audit', effect: 'allow' });
    expect((await app.as(user).get('/api/audit-events')).status).toBe(200);
    expect((await explain(user, 'operation=view_audit')).body).toEqual({ allowed: true, decidedBy: `grant:${grant.id}` });
    const { body: denial } = await app.as(admin).post<GrantRecord>('/api/grants', { subjectKind: 'user', subjectId: user.userId, operation: 'view_audit', effect: 'deny' });
    expect((await app.as(user).get('/api/audit-events')).status).toBe(403);
    await app.as(admin).delete(`/api/grants/${denial.id}`);
    await app.as(admin).patch(`/api/groups/${group.id}`, { memberIds: [] });
    expect((await app.as(user).get('/api/audit-events')).status).toBe(403);
  });

  it('refuse what cannot be', async () => {
    const grant = (change: object) => app.as(admin).post('/api/grants', { subjectKind: 'user', subjectId: admin.userId, operation: 'chat', effect: 'allow', agentId: AGENT, ...change });
    expect((await grant({ operation: 'fly' })).status).toBe(422);
    expect((await grant({ subjectId: newId() })).status).toBe(422);
    expect((await grant({ operation: 'manage_users' })).status).toBe(422);
    expect((await grant({})).status).toBe(201);
    expect((await grant({})).status).toBe(409);
  });

  it('AC-C15 are explained for others to administrators only', async () => {
    const user = await app.user();
    expect((await explain(admin, `operation=manage_users&userId=${user.userId}`)).body).toEqual({ allowed: false, decidedBy: 'default:deny' });
    expect((await explain(user, `operation=manage_users&userId=${admin.userId}`)).status).toBe(404);
    expect((await explain(user, 'operation=fly')).status).toBe(400);
  });
});

describe('the audit log', () => {
  it('has one row per write, in its transaction, with who and from where', async () => {
    const { body: group } = await app.as(admin).post<GroupRecord>('/api/groups', { name: 'Audited' });
    await app.as(admin).patch(`/api/groups/${group.id}`, { name: 'Renamed' });
    const { body } = await app.as(admin).get<AuditEventRecord[]>(`/api/audit-events?sort=["at","ASC"]&filter=${JSON.stringify({ objectId: group.id })}`);
    expect(body.map(({ action, actorId, address, before, after }) => ({ action, actorId, address, before, after }))).toEqual([
      { action: 'group_create', actorId: admin.userId, address: '127.0.0.1', before: null, after: { name: 'Audited', description: '', memberIds: [] } },
      { action: 'group_update', actorId: admin.userId, address: '127.0.0.1', before: { name: 'Audited', description: '', memberIds: [] }, after: { name: 'Renamed', description: '', memberIds: [] } },
    ]);
  });

  it('AC-S17 takes no update, no delete and no truncate', async () => {
    for (const statement of ["UPDATE audit_events SET action = 'x'", 'DELETE FROM audit_events', 'TRUNCATE audit_events']) await expect(app.pool.query(statement)).rejects.toThrow('append-only');
  });

  it('records denials', async () => {
    const user = await app.user();
    await app.as(user).get('/api/users');
    await eventually(async () => {
      const { rows } = await app.pool.query("SELECT action, object_id, outcome FROM audit_events WHERE actor_id = $1", [user.userId]);
      expect(rows).toEqual([{ action: 'manage_users', object_id: '/api/users', outcome: 'denied' }]);
    });
  });
});

describe('AC-S6 open streams', () => {
  const watch = async (user: TestUser, loginId?: string) => {
    const known = await app.nest.get(Principals).load({ kind: 'user', userId: user.userId });
    let revokedAt = 0;
    const stop = app.nest.get(RevocationWatch).watch({ principal: known!.principal, version: known!.version, ...(loginId !== undefined && { loginId }) }, { stillAllowed: (ability) => ability.can('view_audit', 'Audit'), onRevoked: () => { revokedAt = performance.now(); } });
    return { stop, revoked: () => eventually(() => { expect(revokedAt).toBeGreaterThan(0); return revokedAt; }, { timeoutMs: 3_000 }), isOpen: () => revokedAt === 0 };
  };
  const auditor = async () => {
    const user = await app.user();
    await app.as(admin).post('/api/grants', { subjectKind: 'user', subjectId: user.userId, operation: 'view_audit', effect: 'allow' });
    return user;
  };

  it('AC-S6 end within a second when the user is disabled', async () => {
    const user = await auditor();
    const stream = await watch(user);
    const changedAt = performance.now();
    await app.as(admin).patch(`/api/users/${user.userId}`, { status: 'disabled' });
    expect((await stream.revoked()) - changedAt).toBeLessThan(1_500);
  });

  it('AC-S6 end when the right is gone, and stay when another right changed', async () => {
    const user = await auditor();
    const stream = await watch(user);
    await app.as(admin).post('/api/grants', { subjectKind: 'user', subjectId: user.userId, operation: 'chat', effect: 'deny' });
    const other = await watch(user); // looked at after the first change: one more round proves the first stream stayed
    await app.as(admin).patch(`/api/users/${user.userId}`, { name: 'New name' });
    expect(stream.isOpen()).toBe(true);
    await app.pool.query("DELETE FROM grants WHERE subject_id = $1 AND operation = 'view_audit'", [user.userId]);
    await Promise.all([stream.revoked(), other.revoked()]);
  });

  it('AC-S6 end with the login they came with', async () => {
    const user = await auditor();
    const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM logins WHERE user_id = $1', [user.userId]);
    const stream = await watch(user, rows[0]?.id);
    await app.as(user).post('/api/logout');
    await stream.revoked();
  });
});

/** Another login for a user whose logins were ended. */
async function signedIn(user: TestUser): Promise<TestUser> {
  const fresh = await app.user('admin');
  await app.pool.query('UPDATE logins SET user_id = $1 WHERE user_id = $2', [user.userId, fresh.userId]);
  await app.pool.query("UPDATE users SET role = 'user' WHERE id = $1", [fresh.userId]);
  return { ...user, headers: fresh.headers };
}
