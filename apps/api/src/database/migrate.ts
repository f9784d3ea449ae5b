import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';

import { DatabaseUnreachableError } from './database-unreachable-error.ts';
import { NewerSchemaError } from './newer-schema-error.ts';

/** The table that remembers the applied migrations by name. */
export const MIGRATIONS_TABLE = 'migrations';

/** One number for every starter of this product: concurrent starts queue up here. */
const MIGRATION_LOCK = 7_604_211;

export type MigrationClass = new () => MigrationInterface;

export interface MigrateOptions {
  url: string;
  migrations: readonly MigrationClass[];
}

/**
 * Brings the schema up to this version and returns the names it applied, each in a transaction of its own. Any number of processes may call it at once.
 * Errors: NewerSchemaError when a later version of the product has already migrated this database; DatabaseUnreachableError.
 */
export async function migrate({ url, migrations }: MigrateOptions): Promise<string[]> {
  const lock = await connect(url);
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewerSchema(lock, migrations);
    return await applyMissing({ url, migrations });
  } finally {
    await lock.end(); // ends the session, and with it the lock
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new DatabaseUnreachableError(error);
  }
}

async function refuseNewerSchema(client: pg.Client, migrations: readonly MigrationClass[]): Promise<void> {
  const { rows } = await client.query<{ present: boolean }>('SELECT to_regclass($1) IS NOT NULL AS present', [MIGRATIONS_TABLE]);
  if (!rows[0]?.present) return;
  const applied = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY timestamp`);
  const known = new Set(migrations.map((migration) => new migration().name ?? migration.name));
  const unknown = applied.rows.map((row) => row.name).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
}

async function applyMissing({ url, migrations }: MigrateOptions): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations: [...migrations],
    migrationsTableName: MIGRATIONS_TABLE,
    synchronize: false,
    logging: false,
    extra: { max: 2 },
  });
  await dataSource.initialize();
  try {
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return applied.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
