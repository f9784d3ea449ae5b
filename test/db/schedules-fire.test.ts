import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ScheduleRecord } from '@roster/agents/contracts';
import pg from 'pg';

import { FireDueSchedules } from '../../apps/api/src/schedules/fire-due-schedules.ts';
import { FireGate } from '../../apps/api/src/schedules/fire-gate.ts';
import { FireSlot } from '../../apps/api/src/schedules/fire-slot.ts';
import { RunAgent } from '../../apps/api/src/runs/run-agent.ts';
import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { LOGGER } from '../../apps/api/src/telemetry/logger.ts';
import { startTestApp, type TestApp, type TestUser } from '../support/test-app.ts';

// ROLE=api: nothing fires by itself and nothing takes the runs, so that every step is the test's own.
let app: TestApp;
let operator: TestUser;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  app = await startTestApp({ environment: { ROLE: 'api' } });
  operator = await app.user('operator');
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await app.close();
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM schedules');
  await app.pool.query(`UPDATE runs SET status = 'completed', finished_at = now(), pending_since = NULL WHERE status = 'pending'`);
});

/** A scheduler with connections of its own, as another process would have. */
function newScheduler(): { fire: FireSlot; look(): Promise<unknown> } {
  const pool = new pg.Pool({ connectionString: app.database.url, max: 2, application_name: 'scheduler' });
  pool.on('error', () => undefined); // ended on purpose
  pools.push(pool);
  const get = <T>(token: abstract new (...args: never[]) => T) => app.nest.get<T>(token, { strict: false });
  const fire = new FireSlot(pool, get(FireGate), get(RunAgent), new PostgresRunStore({ pool }));
  return { fire, look: () => new FireDueSchedules(pool, fire, app.nest.get(LOGGER, { strict: false })).run() };
}

let serial = 0;
async function newSchedule(fields: object = {}): Promise<ScheduleRecord> {
  const answer = await app.as(operator).post<ScheduleRecord>('/api/schedules', {
    name: `digest-${++serial}`, agentId: 'examples.DailyDigest', input: 'Digest for {{scheduledFor}}, last {{lastRunAt}}, by {{name}} for {{user}}.', cron: '* * * * *', timezone: 'UTC', enabled: true, ...fields,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Moves the next slot this many whole minutes back. */
const overdue = (id: string, minutes: number) => app.pool.query(`UPDATE schedules SET next_fire_at = date_trunc('minute', now()) - $2 * interval '1 minute' WHERE id = $1`, [id, minutes]);
const ledger = async (id: string) => (await app.pool.query<{ outcome: string; reason: string | null; runs: number }>(
  `SELECT f.outcome, f.reason, (SELECT count(*)::int FROM runs r WHERE r.idempotency_scope = 'schedule:' || $1 AND r.idempotency_key = 'sched:' || $1 || ':' || (extract(epoch FROM f.scheduled_for) * 1000)::bigint) AS runs
   FROM schedule_fires f WHERE f.schedule_id = $1::uuid ORDER BY f.scheduled_for`, [id])).rows;
const outcomes = async (id: string) => (await ledger(id)).map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}:${reason}`));
/** Nothing is due but what a test moves there. */
const yearly = { cron: '0 0 1 1 *' };
const finishRuns = () => app.pool.query(`UPDATE runs SET status = 'completed', finished_at = now(), pending_since = NULL WHERE status = 'pending'`);

describe('firing', () => {
  it('AC-C24 AC-E18 gives one fire per slot and one run per fire to any number of schedulers that are cut off at random', async () => {
    const schedules = await Promise.all(Array.from({ length: 48 }, () => newSchedule({ missed: 'runAll', maxCatchUp: 50, overlap: 'parallel', maxConcurrent: 50 })));
    await Promise.all(schedules.map(({ id }) => overdue(id, 44)));
    const schedulers = Array.from({ length: 5 }, newScheduler);
    const isAnythingDue = async () => (await app.pool.query('SELECT 1 FROM schedules WHERE next_fire_at <= now()')).rows.length > 0;
    const work = async ({ look }: { look(): Promise<unknown> }) => {
      while (await isAnythingDue()) await look().catch(() => undefined);
    };
    const cutOff = () => app.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'scheduler' AND random() < 0.1`);
    const chaos = setInterval(() => void cutOff(), 250);
    try {
      await Promise.all(schedulers.map(work));
    } finally {
      clearInterval(chaos);
    }
    for (const { id } of schedules) {
      const fires = await ledger(id);
      expect(fires.length).toBeGreaterThanOrEqual(45);
      expect(fires.every(({ outcome, runs }) => outcome === 'run' && runs === 1)).toBe(true);
    }
    const { rows } = await app.pool.query(`SELECT (SELECT count(*)::int FROM schedule_fires) AS fires, (SELECT count(DISTINCT idempotency_key)::int FROM runs WHERE kind = 'schedule' AND status = 'pending') AS runs`);
    expect(rows[0].runs).toBe(rows[0].fires);
    expect(rows[0].fires).toBeGreaterThanOrEqual(2_160);
  }, 240_000);

  it('runs as the principal of the schedule, with its input filled in, pinned to what is published at fire time', async () => {
    const { id } = await newSchedule({ label: 'Morning' });
    await overdue(id, 0);
    await newScheduler().look();
    const { rows } = await app.pool.query(`SELECT kind, principal, address, interactive, input FROM runs WHERE idempotency_scope = $1`, [`schedule:${id}`]);
    expect(rows).toMatchObject([{ kind: 'schedule', principal: { kind: 'user', userId: operator.userId }, address: `examples.DailyDigest/${id}`, interactive: false }]);
    expect(rows[0].input.messages[0].content).toMatch(/^Digest for \d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z, last never, by Morning for Test operator\.$/);
  });

  it('AC-C25 records missed slots, and fires the newest once', async () => {
    const { id } = await newSchedule();
    await overdue(id, 5);
    await newScheduler().look();
    expect(await outcomes(id)).toEqual(['missed', 'missed', 'missed', 'missed', 'missed', 'run']);
    const skipping = await newSchedule({ missed: 'skip', cron: '*/5 * * * *' });
    await app.pool.query(`UPDATE schedules SET next_fire_at = now() - interval '3 minutes' WHERE id = $1`, [skipping.id]);
    await newScheduler().look();
    expect((await outcomes(skipping.id))[0]).toBe('missed');
  });

  it('AC-C25 skips, queues or runs beside what still works, as the schedule says', async () => {
    const [skip, queue, parallel] = await Promise.all([newSchedule({ ...yearly, overlap: 'skip' }), newSchedule({ ...yearly, overlap: 'queue' }), newSchedule({ ...yearly, overlap: 'parallel', maxConcurrent: 2 })]);
    const scheduler = newScheduler();
    for (let slot = 3; slot >= 0; slot--) {
      for (const { id } of [skip, queue, parallel]) {
        await app.pool.query(`UPDATE schedules SET next_fire_at = date_trunc('second', now()) - $2 * interval '1 second' WHERE id = $1`, [id, slot]);
      }
      await scheduler.look();
    }
    expect(await outcomes(skip!.id)).toEqual(['run', 'skipped:overlap', 'skipped:overlap', 'skipped:overlap']);
    expect(await outcomes(queue!.id)).toEqual(['run', 'queued', 'skipped:queue_full', 'skipped:queue_full']);
    expect(await outcomes(parallel!.id)).toEqual(['run', 'run', 'skipped:overlap', 'skipped:overlap']);
    await finishRuns();
    await scheduler.look();
    expect(await outcomes(queue!.id)).toEqual(['run', 'run', 'skipped:queue_full', 'skipped:queue_full']);
    expect((await ledger(queue!.id)).map(({ runs }) => runs)).toEqual([1, 1, 0, 0]);
  });

  it('S6 skips with a reason when its user is disabled, may not chat, or the agent is gone', async () => {
    const owner = await app.user('operator');
    const agent = (await app.as(operator).post<{ id: string }>('/api/agents/runtimes', { name: 'Scheduled' })).body;
    const draft = (await app.as(operator).get<{ hash: string }>(`/api/agents/runtimes/${agent.id}/draft`)).body;
    await app.as(operator).post(`/api/agents/runtimes/${agent.id}/publish`, { expectedDraftHash: draft.hash, note: 'go' });
    const [disabled, denied, gone] = await Promise.all([newSchedule(), newSchedule(), newSchedule({ agentId: agent.id })]);
    await app.pool.query(`UPDATE schedules SET principal = $2 WHERE id = $1`, [disabled!.id, { kind: 'user', userId: owner.userId }]);
    await app.pool.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [owner.userId]);
    const digestId = denied!.agentId;
    const victim = await app.user('user');
    await app.pool.query(`INSERT INTO grants (id, subject_kind, subject_id, operation, effect, agent_id) VALUES (gen_random_uuid(), 'user', $1, 'chat', 'deny', $2)`, [victim.userId, digestId]);
    await app.pool.query(`UPDATE schedules SET principal = $2 WHERE id = $1`, [denied!.id, { kind: 'user', userId: victim.userId }]);
    await app.as(operator).post(`/api/agents/runtimes/${agent.id}/unpublish`, {});
    for (const { id } of [disabled!, denied!, gone!]) await overdue(id, 0);
    await newScheduler().look();
    expect(await outcomes(disabled!.id)).toEqual(['skipped:principal_unavailable']);
    expect(await outcomes(denied!.id)).toEqual(['skipped:permission_denied']);
    expect(await outcomes(gone!.id)).toEqual(['skipped:agent_unavailable']);
  });

  it('F14 gives one run to an edit, a publish and five schedulers at the same slot', async () => {
    const { id } = await newSchedule({ cron: '*/10 * * * *' });
    await overdue(id, 0);
    const schedulers = Array.from({ length: 5 }, newScheduler);
    await Promise.all([...schedulers.map(({ look }) => look()), app.as(operator).patch(`/api/schedules/${id}`, { input: 'Changed meanwhile.', overlap: 'parallel' })]);
    await schedulers[0]!.look();
    expect(await outcomes(id)).toEqual(['run']);
    expect((await app.pool.query('SELECT 1 FROM runs WHERE idempotency_scope = $1', [`schedule:${id}`])).rowCount).toBe(1);
  });

  it('AC-C25 moves the next slot only when calendar, zone, switch or dates change, never by publishing', async () => {
    const { id, nextFireAt } = await newSchedule({ cron: '0 3 * * *' });
    const patch = async (fields: object) => (await app.as(operator).patch<ScheduleRecord>(`/api/schedules/${id}`, fields)).body;
    await app.pool.query(`UPDATE schedules SET next_fire_at = next_fire_at + interval '1 second' WHERE id = $1`, [id]);
    const kept = new Date(Date.parse(nextFireAt!) + 1_000).toISOString();
    expect(await patch({ input: 'x', label: 'y', overlap: 'queue', missed: 'skip', maxCatchUp: 3, cron: '0 3 * * *' })).toMatchObject({ nextFireAt: kept, label: 'y' });
    expect(await patch({ cron: '0 4 * * *' })).toMatchObject({ nextFireAt: expect.stringContaining('T04:00:00') });
    expect(await patch({ timezone: 'Asia/Tokyo' })).toMatchObject({ nextFireAt: expect.stringContaining('T19:00:00') });
    expect(await patch({ enabled: false })).toMatchObject({ nextFireAt: null, isFiring: false });
    expect(await patch({ enabled: true, label: null })).toMatchObject({ nextFireAt: expect.stringContaining('T19:00:00'), isFiring: true, label: '' });
  });
});
