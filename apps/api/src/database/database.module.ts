import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';

import { DATABASE_URL } from '../tokens.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';

const MAX_CONNECTIONS = 20;
/** Longest wait for a free connection, or for a new one to open. */
const CONNECT_WITHIN_MS = 5_000;

/** One pool for everything (inject `pg.Pool`); it ends with the application. */
@Global()
@Module({
  providers: [{ provide: pg.Pool, inject: [DATABASE_URL, LOGGER], useFactory: openPool }],
  exports: [pg.Pool],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function openPool(connectionString: string, logger: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: MAX_CONNECTIONS, connectionTimeoutMillis: CONNECT_WITHIN_MS, keepAlive: true, application_name: 'roster' });
  pool.on('error', (error) => logger.warn({ event: 'database_connection_lost', err: error })); // an idle connection; the next query opens a new one
  return pool;
}
