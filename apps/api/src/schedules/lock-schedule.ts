import type pg from 'pg';

import { sql } from '../database/sql.ts';
import { scheduleColumns, type ScheduleRow, scheduleSource } from './schedule-row.ts';

/** Waits for whoever is at this schedule: an edit at the time of a fire comes before it or after it. */
export async function lockSchedule(client: pg.PoolClient, scheduleId: string): Promise<ScheduleRow | null> {
  await client.query(sql`SELECT 1 FROM schedules WHERE id = ${scheduleId} FOR UPDATE`);
  const { rows } = await client.query<ScheduleRow>(sql`SELECT ${scheduleColumns} FROM ${scheduleSource} WHERE s.id = ${scheduleId}`);
  return rows[0] ?? null;
}
