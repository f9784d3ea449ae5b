import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody, RunDetail, ScheduleFireRecord, SchedulePreview, ScheduleRecord } from '@roster/agents/contracts';

import { eventually } from '../support/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

let app: TestApp;
let operator: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp({ environment: { SEED_EXAMPLES: 'true' } });
  [operator, admin] = [await app.user('operator'), await app.user('admin')];
});
afterAll(() => app.close());

const body = (fields: object = {}) => ({ name: `s-${Math.random().toString(36).slice(2)}`, agentId: 'examples.DailyDigest', input: 'Write the daily digest of the shop.', cron: '0 9 * * *', timezone: 'Europe/Amsterdam', ...fields });
const create = async (fields: object = {}, caller = operator) => {
  const answer = await app.as(caller).post<ScheduleRecord>('/api/schedules', body(fields));
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};

describe('a schedule', () => {
  it('fires on its own when it is due, once, and its run finishes', async () => {
    const { id } = await create({ enabled: true, cron: '0 0 1 1 *' });
    await app.pool.query(`UPDATE schedules SET next_fire_at = now() WHERE id = $1`, [id]);
    const fire = await eventually(async () => {
      const { body: fires } = await app.as(operator).get<ScheduleFireRecord[]>(`/api/schedules/${id}/fires`);
      expect(fires).toMatchObject([{ outcome: 'run', reason: null, runStatus: 'completed' }]);
      return fires[0]!;
    });
    const { body: run } = await app.as(operator).get<RunDetail>(`/api/runs/${fire.runId}`);
    expect(run).toMatchObject({ kind: 'schedule', scheduleId: id, output: expect.stringContaining('5 orders') });
    const { body: schedule } = await app.as(operator).get<ScheduleRecord>(`/api/schedules/${id}`);
    expect(schedule.lastRunAt).toBe(run.finishedAt);
    expect(schedule.nextFireAt).toMatch(/-01-01T|-12-31T/);
  });

  it('runs by hand, also when it is off; overlap is refused, the next slot stays and no slot is recorded', async () => {
    const { id } = await create();
    const key = { 'idempotency-key': 'by-hand-1' };
    const first = await app.as(operator).post<{ runId: string }>(`/api/schedules/${id}/run`, {}, key);
    expect(first.status).toBe(202);
    const again = await app.as(operator).post<{ runId: string }>(`/api/schedules/${id}/run`, {}, key);
    expect([again.body.runId, again.headers.get('idempotency-replayed')]).toEqual([first.body.runId, 'true']);
    expect(await app.as(operator).post(`/api/schedules/${id}/run`, {})).toMatchObject({ status: 409, body: { code: 'schedule_overlap' } });
    await eventually(async () => expect((await app.as(operator).get<RunDetail>(`/api/runs/${first.body.runId}`)).body.status).toBe('completed'));
    expect((await app.as(operator).get<ScheduleFireRecord[]>(`/api/schedules/${id}/fires`)).body).toEqual([]);
    expect((await app.as(operator).get<ScheduleRecord>(`/api/schedules/${id}`)).body).toMatchObject({ nextFireAt: null, enabled: false, isFiring: false });
  });

  it('AC-C25 AC-A12 shows its next fires as they will be, clock changes marked', async () => {
    const preview = await app.as(operator).post<SchedulePreview>('/api/schedules/preview', { cron: '30 2 * * *', timezone: 'Europe/Amsterdam', startsAt: '2027-03-27T00:00:00Z', count: 3 });
    expect(preview.body.fires).toEqual([
      { at: '2027-03-27T01:30:00.000Z', local: '2027-03-27 02:30', shift: false },
      { at: '2027-03-28T01:00:00.000Z', local: '2027-03-28 03:00', shift: true },
      { at: '2027-03-29T00:30:00.000Z', local: '2027-03-29 02:30', shift: false },
    ]);
  });

  it('S17 refuses what never fires, fires too often, has no zone or ends before it starts', async () => {
    const refused = async (fields: object) => {
      const answer = await app.as(operator).post<ErrorBody>('/api/schedules', body(fields));
      return [answer.status, ...Object.keys(answer.body.errors ?? {})];
    };
    expect(await refused({ cron: '0 0 30 2 *' })).toEqual([422, 'cron']);
    expect(await refused({ cron: '* * * * * *' })).toEqual([422, 'cron']);
    expect(await refused({ timezone: 'Mars/Phobos' })).toEqual([422, 'timezone']);
    expect(await refused({ startsAt: '2027-02-01T00:00:00Z', endsAt: '2027-01-01T00:00:00Z' })).toEqual([422, 'endsAt']);
    expect(await refused({ agentId: 'nobody' })).toEqual([422, 'agentId']);
    expect(await refused({ input: '' })).toEqual([422, 'input']);
    expect(await refused({ owner: operator.userId })).toEqual([400, 'owner']);
    expect(await refused({ maxCatchUp: 51 })).toEqual([422, 'maxCatchUp']);
  });

  it('is for operators to make, as themselves; another user is for administrators', async () => {
    expect(await app.as(await app.user('user')).post('/api/schedules', body())).toMatchObject({ status: 403 });
    expect(await app.as(operator).post('/api/schedules', body({ runAs: { kind: 'user', userId: admin.userId } }))).toMatchObject({ status: 403 });
    expect(await create({ runAs: { kind: 'user', userId: operator.userId } }, admin)).toMatchObject({ runAs: { kind: 'user', userId: operator.userId }, runAsName: 'Test operator', owner: { userId: admin.userId } });
    expect(await create({ runAs: { kind: 'system' } })).toMatchObject({ runAs: { kind: 'system' } });
  });

  it('is seen by whoever may chat with its agent, and changed by its owner and managers of the agent', async () => {
    const { id } = await create();
    const user = await app.user('user');
    expect(await app.as(user).get(`/api/schedules/${id}`)).toMatchObject({ status: 200, body: { can: ['view_schedule', 'subscribe_schedule'] } });
    for (const answer of [await app.as(user).patch(`/api/schedules/${id}`, { label: 'x' }), await app.as(user).delete(`/api/schedules/${id}`), await app.as(user).post(`/api/schedules/${id}/run`, {})]) expect(answer.status).toBe(403);
    expect(await app.as(operator).delete(`/api/schedules/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect(await app.as(operator).get(`/api/schedules/${id}`)).toMatchObject({ status: 404 });
  });
});

it('SCHEDULES_ENABLED=false stops every schedule and says so; by hand they still run', async () => {
  const other = await startTestApp({ environment: { SCHEDULES_ENABLED: 'false' } });
  try {
    const maker = await other.user('operator');
    const { body: schedule } = await other.as(maker).post<ScheduleRecord>('/api/schedules', body({ enabled: true }));
    expect(schedule).toMatchObject({ enabled: true, isFiring: false, decidedBy: 'setting' });
    expect(await other.as(maker).post(`/api/schedules/${schedule.id}/run`, {})).toMatchObject({ status: 202 });
  } finally {
    await other.close();
  }
});
