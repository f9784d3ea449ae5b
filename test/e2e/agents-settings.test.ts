import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentDraft, AgentPublicationRecord, AgentRecord, AgentRevisionRecord, ErrorBody, RevisionDiff } from '@roster/agents/contracts';

import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let operator: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  [operator, admin] = [await app.user('operator'), await app.user('admin')];
});
afterAll(() => app.close());

const runtimes = '/api/agents/runtimes';

async function newAgent(name = 'FAQ agent', owner = operator): Promise<AgentRecord> {
  const answer = await app.as(owner).post<AgentRecord>(runtimes, { name });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function draftOf(id: string): Promise<AgentDraft> {
  return (await app.as(operator).get<AgentDraft>(`${runtimes}/${id}/draft`)).body;
}

async function saveDraft(id: string, content: object, caller = operator): Promise<AgentDraft> {
  const { hash } = await draftOf(id);
  const answer = await app.as(caller).put<AgentDraft>(`${runtimes}/${id}/draft`, content, { 'if-match': `"${hash}"` });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function publish(id: string, note = 'go'): Promise<AgentRecord> {
  const { hash } = await draftOf(id);
  const answer = await app.as(operator).post<AgentRecord>(`${runtimes}/${id}/publish`, { expectedDraftHash: hash, note });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

async function publishedAgent(instructions = 'One.'): Promise<AgentRecord> {
  const agent = await newAgent();
  await saveDraft(agent.id, { instructions });
  return publish(agent.id);
}

describe('a new database agent', () => {
  it('gets a free slug from its name, a draft, nothing live, and its maker as manager', async () => {
    const first = await newAgent('Größe & Maß');
    const second = await newAgent('Größe & Maß');
    expect([first.slug, second.slug]).toEqual(['grosse-mass', 'grosse-mass-2']);
    expect(first).toMatchObject({ kind: 'database', active: false, publishedRevision: null, hasDraft: true, model: 'demo/offline', baseClass: 'StandardAgent' });
    expect(first.can).toEqual(expect.arrayContaining(['view_agent', 'update_agent', 'publish_agent', 'manage_agent_access', 'delete_agent']));
    expect((await app.as(operator).get<{ name: string }[]>(`${runtimes}/${first.id}/members`)).body).toMatchObject([{ subjectKind: 'user', subjectId: operator.userId, canManage: true }]);
  });

  it('refuses words of routes and taken words as slugs, and never changes one', async () => {
    const { slug, id } = await newAgent('Taken');
    expect(await app.as(operator).post(runtimes, { name: 'x', slug })).toMatchObject({ status: 409 });
    for (const word of ['runtimes', 'tools', 'Upper', 'a--b']) expect(await app.as(operator).post(runtimes, { name: 'x', slug: word })).toMatchObject({ status: 422 });
    expect(await app.as(operator).patch(`${runtimes}/${id}`, { slug: 'other' })).toMatchObject({ status: 400 });
  });

  it('S4 takes no id, owner or unknown field and leaves the row as it was', async () => {
    const { id } = await newAgent('Untouched');
    const before = (await app.pool.query('SELECT * FROM agent_settings WHERE id = $1', [id])).rows;
    for (const field of ['id', 'createdBy', 'createdAt', 'publishedRevisionId', 'draft', 'ownerId', 'agentClass', 'version']) {
      expect(await app.as(operator).patch(`${runtimes}/${id}`, { name: 'changed', [field]: id })).toMatchObject({ status: 400 });
      expect(await app.as(operator).post(runtimes, { name: 'changed', [field]: id })).toMatchObject({ status: 400 });
    }
    expect((await app.pool.query('SELECT * FROM agent_settings WHERE id = $1', [id])).rows).toEqual(before);
  });

  it('keeps absent fields and clears null ones', async () => {
    const { id } = await newAgent('Patched');
    await app.as(operator).patch(`${runtimes}/${id}`, { description: 'Helps.', hidden: true, isPublic: true });
    const kept = await app.as(operator).patch<AgentRecord>(`${runtimes}/${id}`, { name: 'Renamed' });
    expect(kept.body).toMatchObject({ name: 'Renamed', description: 'Helps.', hidden: true, isPublic: true });
    const cleared = await app.as(operator).patch<AgentRecord>(`${runtimes}/${id}`, { description: null, hidden: null });
    expect(cleared.body).toMatchObject({ name: 'Renamed', description: '', hidden: false, isPublic: true });
  });
});

describe('the shared draft', () => {
  it('AC-C18 asks for If-Match and answers a stale one with the current draft', async () => {
    const { id } = await newAgent();
    const { hash } = await draftOf(id);
    const path = `${runtimes}/${id}/draft`;
    expect(await app.as(operator).put(path, { instructions: 'x' })).toMatchObject({ status: 428 });
    const saved = await app.as(operator).put<AgentDraft>(path, { instructions: 'Mine.' }, { 'if-match': `"${hash}"` });
    expect(saved.headers.get('etag')).toBe(`"${saved.body.hash}"`);
    const stale = await app.as(admin).put<ErrorBody>(path, { instructions: 'Theirs.' }, { 'if-match': `"${hash}"` });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale_version', current: { hash: saved.body.hash, content: { instructions: 'Mine.' } } } });
    expect((await draftOf(id)).content).toMatchObject({ instructions: 'Mine.' });
  });

  it('reports references to what does not exist without refusing them, and refuses unknown fields', async () => {
    const { id } = await newAgent();
    const draft = await saveDraft(id, { baseClass: 'Gone', tools: ['nope', 'search_help_center'], model: 'nowhere/x' });
    expect(draft.issues.map(({ path, code }) => [path, code])).toEqual([['/baseClass', 'unknown_base'], ['/tools/0', 'unknown_tool'], ['/model', 'unknown_model']]);
    expect(await app.as(operator).put(`${runtimes}/${id}/draft`, { prompt: 'x' }, { 'if-match': `"${draft.hash}"` })).toMatchObject({ status: 400 });
    expect(await app.as(operator).post<ErrorBody>(`${runtimes}/${id}/publish`, { expectedDraftHash: draft.hash, note: 'n' })).toMatchObject({ status: 422, body: { code: 'not_publishable', issues: draft.issues } });
    expect(await app.pool.query('SELECT 1 FROM agent_revisions WHERE agent_id = $1', [id])).toMatchObject({ rowCount: 0 });
  });

  it('AC-C18 never acts live', async () => {
    const { id } = await publishedAgent('Live.');
    await saveDraft(id, { instructions: 'Draft.' });
    const { rows } = await app.pool.query('SELECT r.content FROM agent_settings a JOIN agent_revisions r ON r.id = a.published_revision_id WHERE a.id = $1', [id]);
    expect(rows[0].content).toMatchObject({ instructions: 'Live.' });
  });
});

describe('publishing', () => {
  it('AC-C19 numbers revisions without gaps, moves the pointer, and says who, when and why', async () => {
    const { id } = await newAgent();
    await saveDraft(id, { instructions: 'One.' });
    expect(await publish(id, 'first')).toMatchObject({ publishedRevision: 1, active: true, hasDraft: false });
    await saveDraft(id, { instructions: 'Two.' }, admin);
    expect(await publish(id, 'second')).toMatchObject({ publishedRevision: 2, draftContributors: [] });
    const revisions = (await app.as(operator).get<AgentRevisionRecord[]>(`${runtimes}/${id}/revisions`)).body;
    expect(revisions).toMatchObject([
      { number: 2, basedOn: 1, note: 'second', isLive: true, contributors: [{ kind: 'user', userId: admin.userId }], createdBy: { kind: 'user', userId: operator.userId } },
      { number: 1, basedOn: null, note: 'first', isLive: false },
    ]);
    expect(revisions[0]).not.toHaveProperty('content');
    const log = (await app.as(operator).get<AgentPublicationRecord[]>(`${runtimes}/${id}/publications`)).body;
    expect(log).toMatchObject([{ action: 'publish', number: 2, note: 'second', publishedByName: 'Test operator' }, { action: 'publish', number: 1 }]);
    const audited = await app.pool.query(`SELECT action, reason FROM audit_events WHERE object_id = $1 AND action = 'agent_published' ORDER BY at`, [id]);
    expect(audited.rows).toEqual([{ action: 'agent_published', reason: 'first' }, { action: 'agent_published', reason: 'second' }]);
  });

  it('AC-C18 lets one of two concurrent publishes win, refuses another draft and equal content', async () => {
    const { id } = await newAgent();
    const { hash } = await saveDraft(id, { instructions: 'Race.' });
    const send = () => app.as(operator).post(`${runtimes}/${id}/publish`, { expectedDraftHash: hash, note: 'race' });
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await app.pool.query('SELECT number FROM agent_revisions WHERE agent_id = $1', [id])).rows).toEqual([{ number: 1 }]);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'no_changes' } });
    expect(await app.as(operator).post(`${runtimes}/${id}/publish`, { expectedDraftHash: '0'.repeat(64), note: 'stale' })).toMatchObject({ status: 412, body: { current: { hash } } });
    expect(await app.as(operator).post(`${runtimes}/${id}/publish`, { expectedDraftHash: hash, note: ' ' })).toMatchObject({ status: 422 });
  });

  it('S22 needs PUBLISH_AGENT: an editor may save and not publish', async () => {
    const { id } = await publishedAgent();
    const editor = await app.user();
    for (const operation of ['view_agent', 'view_instructions', 'update_agent']) {
      await app.as(admin).post('/api/grants', { subjectKind: 'user', subjectId: editor.userId, operation, effect: 'allow', agentId: id });
    }
    const { hash } = await saveDraft(id, { instructions: 'By the editor.' }, editor);
    expect(await app.as(editor).post(`${runtimes}/${id}/publish`, { expectedDraftHash: hash, note: 'n' })).toMatchObject({ status: 403, body: { code: 'permission_denied', operation: 'publish_agent' } });
    expect(await app.as(await app.user()).post(`${runtimes}/${id}/publish`, { expectedDraftHash: hash, note: 'n' })).toMatchObject({ status: 404 });
  });
});

describe('going back', () => {
  it('AC-C19 moves the pointer, keeps the draft, and logs it', async () => {
    const { id } = await publishedAgent('One.');
    await saveDraft(id, { instructions: 'Two.' });
    await publish(id);
    const draft = await saveDraft(id, { instructions: 'Three, not finished.' });
    expect(await app.as(operator).post(`${runtimes}/${id}/rollback`, { number: 1, note: 'two was wrong' })).toMatchObject({ status: 200, body: { publishedRevision: 1, draftHash: draft.hash } });
    expect(await app.as(operator).post(`${runtimes}/${id}/rollback`, { number: 1, note: 'again' })).toMatchObject({ status: 409, body: { code: 'no_changes' } });
    expect(await app.as(operator).post(`${runtimes}/${id}/rollback`, { number: 9, note: 'never was' })).toMatchObject({ status: 404 });
    const log = (await app.as(operator).get<AgentPublicationRecord[]>(`${runtimes}/${id}/publications`)).body;
    expect(log[0]).toMatchObject({ action: 'rollback', number: 1, note: 'two was wrong', publishedBy: { userId: operator.userId } });
  });

  it('restores a revision into the draft under If-Match and leaves live alone', async () => {
    const { id } = await publishedAgent('One.');
    await saveDraft(id, { instructions: 'Two.' });
    await publish(id);
    const { hash } = await draftOf(id);
    expect(await app.as(operator).post(`${runtimes}/${id}/restore`, { number: 1 })).toMatchObject({ status: 428 });
    expect(await app.as(operator).post(`${runtimes}/${id}/restore`, { number: 1 }, { 'if-match': `"${hash}"` })).toMatchObject({ status: 200, body: { basedOn: 1, content: { instructions: 'One.' } } });
    expect((await app.as(operator).get<AgentRecord>(`${runtimes}/${id}`)).body).toMatchObject({ publishedRevision: 2, hasDraft: true });
  });

  it('AC-C2 unpublishes: nobody but managers sees the agent any more', async () => {
    const { id, slug } = await publishedAgent();
    const member = await app.user();
    await app.as(operator).post(`${runtimes}/${id}/members`, { subjectKind: 'user', subjectId: member.userId });
    expect(await app.as(member).get(`/api/agents/${slug}`)).toMatchObject({ status: 200 });
    expect(await app.as(operator).post(`${runtimes}/${id}/unpublish`, { note: 'off' })).toMatchObject({ status: 200, body: { publishedRevision: null, active: false } });
    expect(await app.as(member).get(`/api/agents/${slug}`)).toMatchObject({ status: 404 });
    expect(await app.as(operator).get(`/api/agents/${slug}`)).toMatchObject({ status: 200 });
    expect(await app.as(operator).post(`${runtimes}/${id}/unpublish`, {})).toMatchObject({ status: 409 });
  });

  it('deletes an agent: it is gone for everybody and its slug is free', async () => {
    const { id, slug } = await publishedAgent();
    expect(await app.as(operator).delete(`${runtimes}/${id}`)).toMatchObject({ status: 200, body: { id } });
    for (const path of [`${runtimes}/${id}`, `/api/agents/${slug}`, `${runtimes}/${id}/draft`]) expect(await app.as(admin).get(path)).toMatchObject({ status: 404 });
    expect((await app.as(operator).post<AgentRecord>(runtimes, { name: 'Again', slug })).body.slug).toBe(slug);
    expect((await app.pool.query('SELECT number FROM agent_revisions WHERE agent_id = $1', [id])).rows).toEqual([{ number: 1 }]);
  });
});

describe('comparing', () => {
  it('AC-C20 lists exactly the changed paths of any pair; equal hash, identical and no changes are one', async () => {
    const { id } = await newAgent();
    await saveDraft(id, { instructions: 'One.', tools: ['search_help_center'], modelParams: { temperature: 0.5, topP: 1 } });
    await publish(id);
    await saveDraft(id, { modelParams: { topP: 1, temperature: 0.7 }, tools: ['search_help_center', 'look_up_order'], instructions: 'One.' });
    const diff = async (from: string, to: string) => (await app.as(operator).get<RevisionDiff>(`${runtimes}/${id}/revisions/diff?from=${from}&to=${to}`)).body;
    expect(await diff('published', 'draft')).toMatchObject({
      identical: false,
      changes: [{ path: '/modelParams/temperature', kind: 'changed', before: 0.5, after: 0.7 }, { path: '/tools/1', kind: 'added', after: 'look_up_order' }],
    });
    expect(await diff('1', 'published')).toEqual({ identical: true, changes: [] });
    await publish(id);
    expect((await diff('2', '1')).changes.map(({ kind }) => kind)).toEqual(['changed', 'removed']);
    const reordered = await saveDraft(id, { tools: ['search_help_center', 'look_up_order'], instructions: 'One.', modelParams: { temperature: 0.7, topP: 1 } });
    expect(await app.as(operator).post(`${runtimes}/${id}/publish`, { expectedDraftHash: reordered.hash, note: 'order of keys' })).toMatchObject({ status: 409, body: { code: 'no_changes' } });
    expect(await app.as(operator).get(`${runtimes}/${id}/revisions/diff?from=1&to=7`)).toMatchObject({ status: 404 });
    expect(await app.as(operator).get(`${runtimes}/${id}/revisions/diff?from=1&to=x`)).toMatchObject({ status: 400 });
  });

  it('shows instructions only to those who may view them', async () => {
    const { id } = await publishedAgent('Secret recipe.');
    const viewer = await app.user();
    await app.as(operator).post(`${runtimes}/${id}/members`, { subjectKind: 'user', subjectId: viewer.userId });
    const seen = await app.as(viewer).get<AgentRecord>(`${runtimes}/${id}`);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toMatch(/recipe|draft/i);
    for (const path of ['draft', 'revisions', 'revisions/1', 'revisions/diff?from=1&to=draft', 'publications']) expect(await app.as(viewer).get(`${runtimes}/${id}/${path}`)).toMatchObject({ status: 403 });
    expect((await app.as(operator).get<AgentRevisionRecord>(`${runtimes}/${id}/revisions/1`)).body.content).toMatchObject({ instructions: 'Secret recipe.' });
  });
});

describe('members', () => {
  it('are added, changed and removed, also while the agent is inactive; unknown ones are refused', async () => {
    const { id } = await newAgent();
    const [member, path] = [await app.user(), `${runtimes}/${id}/members`];
    const one = { subjectKind: 'user', subjectId: member.userId };
    await app.as(operator).post(path, one);
    const changed = await app.as(operator).post<unknown[]>(path, { ...one, canManage: true });
    expect(changed.body).toHaveLength(2);
    expect((await app.as(member).get<AgentRecord>(`${runtimes}/${id}`)).body.can).toContain('publish_agent');
    expect(await app.as(operator).post(path, { subjectKind: 'user', subjectId: id })).toMatchObject({ status: 422 });
    const key = `${path}?subjectKind=user&subjectId=${member.userId}`;
    expect(await app.as(operator).delete(key)).toMatchObject({ status: 200 });
    expect(await app.as(operator).delete(key)).toMatchObject({ status: 404 });
    expect(await app.as(member).get(`${runtimes}/${id}`)).toMatchObject({ status: 404 });
  });
});
