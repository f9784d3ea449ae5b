import type pg from 'pg';

import { sql } from '../database/sql.ts';

/** The one clock that slots are measured by. */
export async function databaseNow(client: Pick<pg.ClientBase, 'query'>): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>(sql`SELECT now() AS now`);
  return rows[0]!.now;
}
