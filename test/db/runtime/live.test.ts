import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LiveEventEnvelope } from '@roster/agents/contracts';
import { newId, type LiveMessage } from '@roster/agents/kernel';

import { ChunkPoll } from '../../../apps/api/src/runs/live/chunk-poll.ts';
import { ChunkWriter } from '../../../apps/api/src/runs/live/chunk-writer.ts';
import { LocalLiveHub } from '../../../apps/api/src/runs/live/local-live-hub.ts';
import { readPartials } from '../../../apps/api/src/runs/live/read-partials.ts';
import { RedisLiveHub } from '../../../apps/api/src/runs/live/redis-live-hub.ts';
import { createLogger } from '../../../apps/api/src/telemetry/logger.ts';
import { agentIdOf } from '../../support/crash/test-directory.ts';
import { newRun, TestEngine } from '../../support/crash/engine.ts';
import { hasRedis, startRedis } from '../../support/crash/redis-server.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

const logger = createLogger('fatal');
let database: TestDatabase;
beforeAll(async () => { database = await openTestDatabase(); });
afterAll(() => database.drop());

const delta = (runId: string, offset: number, text: string, attempt = 1): { kind: 'delta'; envelope: LiveEventEnvelope } =>
  ({ kind: 'delta', envelope: { streamId: runId, runId, agentId: agentIdOf('a'), event: { type: 'assistant_reply', stepKey: 't1/llm', attempt, blockId: 'b', kind: 'text', offset, text } } });

async function openRun(): Promise<string> {
  const { runId } = await new TestEngine({ pool: database.pool(), agents: [] }).store.create(newRun('a'));
  return runId;
}

describe('text of unfinished model calls', () => {
  it('is there for a reader who comes later, only the newest attempt, and is dropped when its step is over', async () => {
    const hub = new LocalLiveHub();
    const writer = new ChunkWriter({ pool: database.pool(), hub, logger, intervalMs: 60_000, retentionMs: 0 });
    const runId = await openRun();
    hub.publish(delta(runId, 0, 'wrong'));
    hub.publish(delta(runId, 0, 'It rains', 2));
    await writer.flush();
    hub.publish(delta(runId, 8, ' in Utrecht 🌧', 2));
    await writer.flush();
    expect(await readPartials(database.pool(), runId)).toEqual([delta(runId, 0, 'It rains in Utrecht 🌧', 2).envelope]);
    await writer.dropOld();
    expect(await readPartials(database.pool(), runId)).toEqual([]);
    await writer.close();
  });

  it('reaches readers of another process by a poll where there is no Redis', async () => {
    const [here, there] = [new LocalLiveHub(), new LocalLiveHub()];
    const writer = new ChunkWriter({ pool: database.pool(), hub: here, logger, intervalMs: 20, retentionMs: 60_000 });
    const poll = new ChunkPoll({ pool: database.pool(), hub: there, logger, owner: newId() });
    const runId = await openRun();
    const read: LiveMessage[] = [];
    there.subscribe(runId, (message) => read.push(message));
    here.publish(delta(runId, 0, 'far away'));
    await eventually(() => expect(read).toContainEqual(delta(runId, 0, 'far away')));
    poll.close();
    await writer.close();
  });
});

(hasRedis ? describe : describe.skip)('the live hub on Redis', () => {
  it('carries deltas, hints and cancels to other processes once, and goes on alone when Redis is gone', async () => {
    const redis = await startRedis();
    const [first, second] = [0, 1].map(() => new RedisLiveHub({ local: new LocalLiveHub(), url: redis.url, logger }));
    const runId = newId();
    const near: LiveMessage[] = [];
    const far: LiveMessage[] = [];
    const cancels: (readonly string[])[] = [];
    first!.subscribe(runId, (message) => near.push(message));
    const leave = second!.subscribe(runId, (message) => far.push(message));
    second!.listen((runIds) => cancels.push(runIds));
    await eventually(() => { first!.publish({ kind: 'committed', streamId: runId }); expect(far.length).toBeGreaterThan(0); });
    near.length = far.length = 0;
    first!.publish(delta(runId, 0, 'hello'));
    first!.push([runId]);
    await eventually(() => expect(cancels).toEqual([[runId]]));
    await eventually(() => expect(far.filter(({ kind }) => kind === 'delta')).toEqual([delta(runId, 0, 'hello')]));
    expect(near).toEqual([delta(runId, 0, 'hello')]);
    leave();
    await redis.stop();
    first!.publish(delta(runId, 5, ' again'));
    expect(near).toHaveLength(2);
    await Promise.all([first!.close(), second!.close()]);
  });
});
