// `npm run seed`: the examples, into a database that has no agents yet. Starts the embedded database if there is no other.
import { migrations } from '@roster/migrations';
import pg from 'pg';

import { readConfig } from '../config/read-config.ts';
import { startEmbeddedPostgres } from '../database/embedded/start-embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { seedExamples } from './seed-examples.ts';

export async function runSeedCommand(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const { database } = readConfig(environment);
  const server = database.kind === 'embedded' ? await startEmbeddedPostgres({ dataDir: database.dataDir }) : null;
  const url = database.kind === 'external' ? database.url : server!.url;
  try {
    await migrate({ url, migrations });
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    try {
      process.stdout.write((await seedExamples(pool)) ? 'The examples are there.\n' : 'Nothing to do: this database has agents, or had the examples before.\n');
    } finally {
      await pool.end();
    }
  } finally {
    await server?.stop();
  }
}
