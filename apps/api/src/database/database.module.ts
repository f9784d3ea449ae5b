import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';

import { DATABASE_URL } from '../tokens.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';
import { entities } from './entities.ts';

const MAX_CONNECTIONS = 20;

/** One pool for SQL (inject `pg.Pool`) and one TypeORM DataSource for entities; both end with the application. */
@Global()
@Module({
  providers: [
    { provide: pg.Pool, inject: [DATABASE_URL, LOGGER], useFactory: openPool },
    { provide: DataSource, inject: [DATABASE_URL], useFactory: (url: string) => openDataSource(url) },
  ],
  exports: [pg.Pool, DataSource],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly dataSource: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await this.pool.end();
  }
}

function openPool(connectionString: string, logger: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: MAX_CONNECTIONS, keepAlive: true, application_name: 'roster' });
  pool.on('error', (error) => logger.warn({ event: 'database_connection_lost', err: error })); // an idle connection; the next query opens a new one
  return pool;
}

async function openDataSource(url: string): Promise<DataSource> {
  const dataSource = new DataSource({ type: 'postgres', url, entities, synchronize: false, logging: false, extra: { max: 4 } });
  return entities.length > 0 ? dataSource.initialize() : dataSource;
}
