// The schema as a database sees it. A change here without a new migration is a released migration that was edited.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const catalogue: Readonly<Record<string, string>> = {
  'tables and columns': `
    SELECT format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' ELSE '' END, coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
  constraints: `SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
  indexes: `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public'`,
  triggers: `SELECT pg_get_triggerdef(t.oid) AS line FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`,
  functions: `
    SELECT format('%s(%s) returns %s %s', p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid), md5(p.prosrc)) AS line
    FROM pg_proc p LEFT JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' WHERE p.pronamespace = 'public'::regnamespace AND d.objid IS NULL`,
};

describe('the migrated schema', () => {
  it.each(Object.keys(catalogue))('has the %s of the released migrations', async (part) => {
    const { rows } = await database.pool().query<{ line: string }>(`${catalogue[part]} ORDER BY 1`);
    expect(rows.map(({ line }) => line).join('\n')).toMatchSnapshot();
  });
});
