import { createPostgresBackend, createRedisBackend, runMigrations, type BackendFactory, type ConnectionOptions } from 'bullmq';
import pg from 'pg';

import type { RedisConfig } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';

const SCHEMA = 'bullmq';
/** Each of our workers pins one of them to listen. */
const MAX_CONNECTIONS = 12;

/** Where the queues live: Redis when there is one, else a schema of its own in the database. */
export interface JobBackend {
  kind: 'redis' | 'postgres';
  /** Of producers: fails at once instead of collecting work while the backend is away. */
  producer: ConnectionOptions;
  consumer: ConnectionOptions;
  factory: BackendFactory;
  close(): Promise<void>;
}

export async function openJobBackend({ databaseUrl, redis, logger }: { databaseUrl: string; redis: RedisConfig; logger: Logger }): Promise<JobBackend> {
  return redis.kind === 'external' ? redisBackend(redis.url) : postgresBackend(databaseUrl, logger);
}

function redisBackend(url: string): JobBackend {
  return {
    kind: 'redis',
    producer: { url, enableOfflineQueue: false, maxRetriesPerRequest: 1 },
    consumer: { url, maxRetriesPerRequest: null },
    factory: createRedisBackend,
    close: async () => undefined, // each queue and worker ends its own connection
  };
}

async function postgresBackend(connectionString: string, logger: Logger): Promise<JobBackend> {
  await migrateQueues(connectionString);
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${SCHEMA}`, max: MAX_CONNECTIONS, keepAlive: true, application_name: 'roster-jobs' });
  pool.on('error', (error) => logger.warn({ event: 'job_connection_lost', err: error }));
  const connection = pool as unknown as ConnectionOptions;
  return { kind: 'postgres', producer: connection, consumer: connection, factory: createPostgresBackend as unknown as BackendFactory, close: () => pool.end() };
}

/** Brings the queue schema up to this version; BullMQ's own advisory lock lets concurrent starters queue up. */
async function migrateQueues(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
