import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';

import { migrate } from '../../apps/api/src/database/migrate.ts';
import { NewerSchemaError } from '../../apps/api/src/database/newer-schema-error.ts';
import { migrations } from '../../migrations/index.ts';
import { openEmptyDatabase } from '../support/database.ts';

class AddFirst1000000000001 {
  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE first (n int)');
  }
  async down() {}
}

class AddSecond1000000000002 {
  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE second (n int)');
  }
  async down() {}
}

class FailHalfway1000000000003 {
  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE half (n int)');
    await runner.query('SELECT 1 / 0');
  }
  async down() {}
}

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeEach(async () => {
  database = await openEmptyDatabase();
});
afterEach(() => database.drop());

describe('migrate', () => {
  it('applies each migration once and returns the names it applied', async () => {
    const { url } = database;
    expect(await migrate({ url, migrations: [AddFirst1000000000001] })).toEqual(['AddFirst1000000000001']);
    expect(await migrate({ url, migrations: [AddFirst1000000000001, AddSecond1000000000002] })).toEqual(['AddSecond1000000000002']);
    expect(await migrate({ url, migrations: [AddFirst1000000000001, AddSecond1000000000002] })).toEqual([]);
  });

  it('lets any number of processes start at once', async () => {
    const starters = Array.from({ length: 5 }, () => migrate({ url: database.url, migrations }));
    const applied = await Promise.all(starters);
    expect(applied.flat()).toHaveLength(migrations.length);
  });

  it('refuses a schema that a later version made, names what it does not know, and changes nothing', async () => {
    const { url } = database;
    await migrate({ url, migrations: [AddFirst1000000000001, AddSecond1000000000002] });

    const older = migrate({ url, migrations: [AddFirst1000000000001] });
    await expect(older).rejects.toThrow(NewerSchemaError);
    await expect(older).rejects.toMatchObject({ unknownMigrations: ['AddSecond1000000000002'], hint: expect.stringContaining('later version') });
  });

  it('leaves nothing of a migration that fails, and goes on from there', async () => {
    const { url } = database;
    await expect(migrate({ url, migrations: [AddFirst1000000000001, FailHalfway1000000000003] })).rejects.toThrow('division by zero');
    expect(await tables(url)).toEqual(['first', 'migrations']);
    expect(await migrate({ url, migrations: [AddFirst1000000000001, AddSecond1000000000002] })).toEqual(['AddSecond1000000000002']);
  });
});

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tablename: string }>(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
    return rows.map(({ tablename }) => tablename);
  } finally {
    await client.end();
  }
}
