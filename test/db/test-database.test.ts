import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it('gives each test file a migrated database of its own, as a role that is no superuser', async () => {
  const { rows } = await database.pool().query(`SELECT current_database() LIKE 'test_%' AS own, usesuper, to_regclass('migrations') IS NOT NULL AS migrated FROM pg_user WHERE usename = current_user`);
  expect(rows).toEqual([{ own: true, usesuper: false, migrated: true }]);
});

it('offers the extensions that the schema relies on without superuser rights', async () => {
  await expect(database.pool().query('CREATE EXTENSION IF NOT EXISTS pg_trgm')).resolves.toBeDefined();
});
