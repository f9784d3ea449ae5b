import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Sweeper, Worker } from '@roster/agents/capabilities/runtime';
import { type Doorbell, newId, type ModelClient } from '@roster/agents/kernel';
import pg from 'pg';

import { EngineAgentDirectory } from '../../agents/engine-agent-directory.ts';
import { PlatformAgentAccess } from '../../auth/platform-agent-access.ts';
import type { Config } from '../../config/config.ts';
import { openJobBackend } from '../../jobs/job-backend.ts';
import { QueueDoorbell } from '../../jobs/queue-doorbell.ts';
import { JobQueues } from '../../jobs/queue.ts';
import { MODEL_CLIENT } from '../../providers/model-client.ts';
import { LOGGER, type Logger } from '../../telemetry/logger.ts';
import { CONFIG, DATABASE_URL } from '../../tokens.ts';
import { CANCEL_PUSH, DOORBELL, FINAL_MESSAGE, LIVE_HUB } from '../engine-ports.ts';
import { ChunkPoll } from '../live/chunk-poll.ts';
import { ChunkWriter } from '../live/chunk-writer.ts';
import { LocalLiveHub } from '../live/local-live-hub.ts';
import type { FinalMessage } from '../store/final-message.ts';
import { PostgresRunStore } from '../store/postgres-run-store.ts';
import { type LiveParts, openLive, openStore, runtimePorts } from './engine-parts.ts';
import { EngineService, RUN_QUEUES } from './engine-service.ts';

const LIVE_PARTS = Symbol('LiveParts');
const ENGINE_PORTS = Symbol('RuntimePorts');

/** The run engine of this process, for everybody to inject: store, worker, sweeper, live hub, doorbell, queues. */
@Global()
@Module({
  providers: [
    LocalLiveHub,
    { provide: LIVE_PARTS, inject: [CONFIG, LocalLiveHub, LOGGER], useFactory: openLive },
    { provide: LIVE_HUB, inject: [LIVE_PARTS], useFactory: ({ hub }: LiveParts) => hub },
    { provide: CANCEL_PUSH, inject: [LIVE_PARTS], useFactory: ({ cancels }: LiveParts) => cancels },
    { provide: JobQueues, inject: [DATABASE_URL, CONFIG, LOGGER], useFactory: async (databaseUrl: string, { redis }: Config, logger: Logger) => new JobQueues(await openJobBackend({ databaseUrl, redis, logger }), logger) },
    { provide: DOORBELL, inject: [JobQueues, LOGGER], useFactory: (queues: JobQueues, logger: Logger) => new QueueDoorbell(queues, logger) },
    {
      provide: PostgresRunStore, inject: [pg.Pool, DOORBELL, LIVE_PARTS, CONFIG, { token: FINAL_MESSAGE, optional: true }],
      useFactory: (...[pool, doorbell, live, config, finalMessage]: [pg.Pool, Doorbell, LiveParts, Config, FinalMessage | undefined]) => openStore({ pool, doorbell, live, config, finalMessage }),
    },
    {
      provide: ENGINE_PORTS, inject: [PostgresRunStore, EngineAgentDirectory, MODEL_CLIENT, PlatformAgentAccess, LIVE_PARTS, DOORBELL, CONFIG, LOGGER],
      useFactory: (...[store, directory, models, access, live, doorbell, config, logger]: [PostgresRunStore, EngineAgentDirectory, ModelClient, PlatformAgentAccess, LiveParts, Doorbell, Config, Logger]) =>
        runtimePorts({ store, directory, models, access, live, doorbell, config, logger }),
    },
    { provide: Worker, inject: [ENGINE_PORTS, CONFIG], useFactory: (ports: ReturnType<typeof runtimePorts>, { role, runs }: Config) => new Worker({ ports, owner: newId(), queues: role === 'api' ? [] : RUN_QUEUES, capacity: runs.concurrency }) },
    { provide: Sweeper, inject: [ENGINE_PORTS, Worker], useFactory: (ports: ReturnType<typeof runtimePorts>, worker: Worker) => new Sweeper(ports, () => worker.wake()) },
    { provide: ChunkWriter, inject: [pg.Pool, LocalLiveHub, CONFIG, LOGGER], useFactory: (...[pool, hub, { streams }, logger]: [pg.Pool, LocalLiveHub, Config, Logger]) => new ChunkWriter({ pool, hub, logger, intervalMs: streams.chunkIntervalMs, retentionMs: streams.chunkRetentionMs }) },
    { provide: ChunkPoll, inject: [pg.Pool, LocalLiveHub, LOGGER, Worker], useFactory: (...[pool, hub, logger, { owner }]: [pg.Pool, LocalLiveHub, Logger, Worker]) => new ChunkPoll({ pool, hub, logger, owner }) },
    EngineService,
  ],
  exports: [LIVE_HUB, DOORBELL, CANCEL_PUSH, JobQueues, PostgresRunStore, Worker, ChunkWriter],
})
export class EngineModule implements OnApplicationShutdown {
  constructor(@Inject(LIVE_PARTS) private readonly live: LiveParts, private readonly queues: JobQueues, private readonly chunks: ChunkWriter, private readonly poll: ChunkPoll) {}

  async onApplicationShutdown(): Promise<void> {
    this.poll.close();
    await this.chunks.close();
    await this.queues.close();
    await this.live.close();
  }
}
