import { Global, Module } from '@nestjs/common';
import type { LiveHub } from '@roster/agents/kernel';
import pg from 'pg';
import { LOGGER, type Logger } from '../../telemetry/logger.ts';
import { LIVE_HUB } from '../engine-ports.ts';
import { PostgresRunStore } from '../store/postgres-run-store.ts';
import { EventStream } from './event-stream.ts';
import { EventTail } from './event-tail.ts';
import { StreamPositions } from './stream-positions.ts';

/** Following event streams, for everybody who serves one. */
@Global()
@Module({
  providers: [
    { provide: StreamPositions, inject: [pg.Pool, LOGGER], useFactory: (pool: pg.Pool, logger: Logger) => new StreamPositions(pool, (error) => logger.warn({ event: 'stream_positions_not_read', err: error })) },
    { provide: EventTail, inject: [PostgresRunStore, LIVE_HUB, StreamPositions], useFactory: (store: PostgresRunStore, hub: LiveHub, positions: StreamPositions) => new EventTail(store, hub, positions) },
    EventStream,
  ],
  exports: [EventStream, EventTail],
})
export class StreamsModule {}
