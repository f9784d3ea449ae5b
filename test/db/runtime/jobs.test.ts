import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@roster/agents/kernel';

import type { RedisConfig } from '../../../apps/api/src/config/config.ts';
import { openJobBackend } from '../../../apps/api/src/jobs/job-backend.ts';
import { QueueDoorbell } from '../../../apps/api/src/jobs/queue-doorbell.ts';
import { JobQueues } from '../../../apps/api/src/jobs/queue.ts';
import { createLogger } from '../../../apps/api/src/telemetry/logger.ts';
import { hasRedis, type RedisServer, startRedis } from '../../support/crash/redis-server.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

const logger = createLogger('fatal');
let database: TestDatabase;
let redis: RedisServer | null = null;
const open: JobQueues[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  if (hasRedis) redis = await startRedis();
});
afterEach(async () => { for (const queues of open.splice(0)) await queues.close(); });
afterAll(async () => {
  await redis?.stop();
  await database.drop();
});

async function openQueues(config: RedisConfig): Promise<JobQueues> {
  const queues = new JobQueues(await openJobBackend({ databaseUrl: database.url, redis: config, logger }), logger);
  open.push(queues);
  return queues;
}

const backends = [['postgres', () => ({ kind: 'none' })], ['redis', () => ({ kind: 'external', url: redis!.url })]] as [string, () => RedisConfig][];

for (const [name, config] of backends) {
  (name === 'redis' && !hasRedis ? describe.skip : describe)(`job queues on ${name}`, () => {
    it('rings a worker, the most urgent run first, and forgets the job afterwards', async () => {
      const queues = await openQueues(config());
      expect(queues.backend).toBe(name);
      const doorbell = new QueueDoorbell(queues, logger);
      const runs = [newId(), newId(), newId()];
      [0, 2, 8].forEach((priority, index) => doorbell.ring({ runId: runs[index]!, queue: 'urgent', epoch: 0, priority }));
      await eventually(async () => expect(await queues.pending('runs-urgent')).toBe(3));
      const heard: string[] = [];
      queues.consume('runs-urgent', { name: 'wake', handler: async ({ runId }) => void heard.push(runId), concurrency: 1 });
      await eventually(() => expect(heard).toEqual([...runs].reverse()));
      await eventually(async () => expect(await queues.pending('runs-urgent')).toBe(0));
    });

    it('ignores a second ring of the same epoch, not one of the next', async () => {
      const queues = await openQueues(config());
      const doorbell = new QueueDoorbell(queues, logger);
      const runId = newId();
      const releases: (() => void)[] = [];
      const heard: string[] = [];
      queues.consume('runs-twice', { name: 'wake', handler: async (payload) => { heard.push(payload.runId); await new Promise<void>((resolve) => { releases.push(resolve); }); }, concurrency: 5 });
      doorbell.ring({ runId, queue: 'twice', epoch: 1, priority: 2 });
      await eventually(() => expect(heard).toHaveLength(1));
      doorbell.ring({ runId, queue: 'twice', epoch: 1, priority: 2 });
      doorbell.ring({ runId, queue: 'twice', epoch: 2, priority: 2 });
      await eventually(() => expect(heard).toHaveLength(2));
      await new Promise((resolve) => setTimeout(resolve, 100)); // a third would have come by now
      expect(heard).toHaveLength(2);
      for (const release of releases) release();
    });

    it('a handler that throws is logged and over: the queue repeats nothing', async () => {
      const queues = await openQueues(config());
      let calls = 0;
      queues.consume('runs-broken', { name: 'wake', handler: async () => { calls++; throw new Error('no'); }, concurrency: 1 });
      await queues.add('runs-broken', { name: 'wake', payload: { runId: newId() } });
      await queues.add('runs-broken', { name: 'wake', payload: { runId: newId() } });
      await eventually(() => expect(calls).toBe(2));
    });

    it('delays a job', async () => {
      const queues = await openQueues(config());
      const startedAt = performance.now();
      const heard = new Promise<number>((resolve) => queues.consume('schedules', { name: 'fire_schedules', handler: async () => resolve(performance.now() - startedAt), concurrency: 1 }));
      await queues.add('schedules', { name: 'fire_schedules', payload: {} }, { delayMs: 300 });
      expect(await heard).toBeGreaterThanOrEqual(290);
    });
  });
}

it('migrates the queue schema once for any number of starters, beside the tables of the product', async () => {
  await Promise.all([1, 2, 3, 4].map(() => openQueues({ kind: 'none' })));
  const { rows } = await database.pool().query(`SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'bullmq'`);
  expect(rows[0].count).toBeGreaterThan(3);
});
