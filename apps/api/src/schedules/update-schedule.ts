import { Inject, Injectable } from '@nestjs/common';
import type { UpdateScheduleRequest } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import type { Config } from '../config/config.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { authorize } from '../http/authorize.ts';
import { CONFIG } from '../tokens.ts';
import { calendarSpecOf } from './calendar-spec.ts';
import { databaseNow } from './database-now.ts';
import { lockSchedule } from './lock-schedule.ts';
import { ScheduleDoorbell } from './schedule-doorbell.ts';
import { scheduleFacts, type ScheduleRow } from './schedule-row.ts';
import { ScheduleTarget } from './schedule-target.ts';
import { checkedCalendar } from './slot-calendar.ts';

/** Only these move the next slot; it then lies ahead. */
const calendarFields = ['cron', 'timezone', 'enabled', 'startsAt', 'endsAt'] as const satisfies readonly (keyof ScheduleRow)[];

@Injectable()
export class UpdateSchedule {
  constructor(
    @Inject(pg.Pool) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly audit: AuditLog,
    private readonly target: ScheduleTarget,
    private readonly doorbell: ScheduleDoorbell,
  ) {}

  async run(caller: Caller, scheduleId: string, { runAs, ...request }: UpdateScheduleRequest): Promise<void> {
    const principal = runAs && (await this.target.principal(runAs, caller));
    await inTransaction(this.pool, async (client) => {
      const before = await lockSchedule(client, scheduleId);
      authorize(caller.ability, Operation.MANAGE_SCHEDULE, before && scheduleFacts(before));
      const after = this.patched(before!, { ...request, ...(principal && { principal }) });
      const nextFireAt = calendarFields.some((field) => !isSame(before![field], after[field])) ? await this.nextSlot(client, after) : before!.nextFireAt;
      await client.query(update(after, nextFireAt));
      await this.audit.record(client, caller, { action: 'schedule_updated', objectKind: 'schedule', objectId: scheduleId, after: { ...request, ...(runAs && { runAs }) } });
    });
    await this.doorbell.setForNext();
  }

  /** Absent keeps, null clears to the default. */
  private patched(before: ScheduleRow, request: Partial<ScheduleRow> | Omit<UpdateScheduleRequest, 'runAs'>): ScheduleRow {
    const defaults = { label: '', overlap: 'skip', missed: 'runOnce', maxCatchUp: 10, maxConcurrent: 5, timeoutMs: this.config.schedules.timeoutMs, startsAt: null, endsAt: null } as const;
    const given = Object.entries(request).map(([field, value]) => [field, value ?? defaults[field as keyof typeof defaults]]);
    const { startsAt, endsAt } = calendarSpecOf({ ...before, ...(Object.fromEntries(given) as Partial<ScheduleRow>) });
    return { ...before, ...(Object.fromEntries(given) as Partial<ScheduleRow>), startsAt: startsAt ?? null, endsAt: endsAt ?? null };
  }

  private async nextSlot(client: pg.PoolClient, schedule: ScheduleRow): Promise<Date | null> {
    const now = await databaseNow(client);
    const calendar = checkedCalendar(calendarSpecOf(schedule), { now, minIntervalMs: this.config.schedules.minIntervalMs });
    return schedule.enabled ? calendar.next(now) : null;
  }
}

const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after);

const update = (row: ScheduleRow, nextFireAt: Date | null) => sql`
  UPDATE schedules SET name = ${row.name}, label = ${row.label}, input = ${row.input}, cron = ${row.cron}, timezone = ${row.timezone}, starts_at = ${row.startsAt}, ends_at = ${row.endsAt},
    enabled = ${row.enabled}, overlap = ${row.overlap}, missed = ${row.missed}, max_catch_up = ${row.maxCatchUp}, max_concurrent = ${row.maxConcurrent}, timeout_ms = ${row.timeoutMs},
    principal = ${JSON.stringify(row.principal)}, next_fire_at = ${nextFireAt}, version = version + 1, updated_at = now()
  WHERE id = ${row.id}
`;
