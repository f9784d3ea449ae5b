import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery, ScheduleFireRecord, SchedulePreview, SchedulePreviewRequest, ScheduleRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import pg from 'pg';

import { AgentCatalog } from '../agents/agent-catalog.ts';
import type { Config } from '../config/config.ts';
import { sql, sqlCondition } from '../database/sql.ts';
import { authorize } from '../http/authorize.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import { CONFIG } from '../tokens.ts';
import { calendarSpecOf } from './calendar-spec.ts';
import { presentFire, presentSchedule, type ScheduleContext } from './present-schedule.ts';
import { previewOf } from './preview.ts';
import { scheduleColumns, scheduleFactColumns, scheduleFacts, type ScheduleFireRow, type ScheduleRow, scheduleSource } from './schedule-row.ts';
import { checkedCalendar } from './slot-calendar.ts';

const columns = {
  id: { sql: 's.id', type: 'uuid' },
  name: { sql: 's.name', type: 'text', search: true },
  label: { sql: 's.label', type: 'text', search: true },
  agentId: { sql: 's.agent_id', type: 'uuid' },
  enabled: { sql: 's.enabled', type: 'boolean' },
  nextFireAt: { sql: 's.next_fire_at', type: 'time' },
  createdAt: { sql: 's.created_at', type: 'time' },
  updatedAt: { sql: 's.updated_at', type: 'time' },
} as const satisfies ListColumns;

const fireColumns = {
  id: { sql: 'f.scheduled_for', type: 'time' },
  scheduledFor: { sql: 'f.scheduled_for', type: 'time' },
  outcome: { sql: 'f.outcome', type: 'text' },
  reason: { sql: 'f.reason', type: 'text' },
} as const satisfies ListColumns;

@Injectable()
export class ScheduleService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly catalog: AgentCatalog, @Inject(CONFIG) private readonly config: Config) {}

  async list(query: ListQuery, ability: AppAbility): Promise<ListPage<ScheduleRecord>> {
    const visible = sqlCondition(rulesToSql(ability, { operation: Operation.VIEW_SCHEDULE, subject: 'Schedule', fields: scheduleFactColumns }));
    const page = await readList<ScheduleRow>(this.pool, { resource: 'schedules', query, columns, select: scheduleColumns, from: scheduleSource, visible });
    return page.map((row) => presentSchedule(row, this.context(ability)));
  }

  async get(scheduleId: string, ability: AppAbility): Promise<ScheduleRecord> {
    return presentSchedule(await this.load(scheduleId, ability, Operation.VIEW_SCHEDULE), this.context(ability));
  }

  /** The ledger, newest slot first unless sorted otherwise. */
  async fires(scheduleId: string, query: ListQuery, ability: AppAbility): Promise<ListPage<ScheduleFireRecord>> {
    await this.load(scheduleId, ability, Operation.VIEW_SCHEDULE);
    const page = await readList<ScheduleFireRow>(this.pool, {
      resource: 'fires', query: { sort: '["scheduledFor","DESC"]', ...query }, columns: fireColumns,
      select: sql`f.schedule_id AS "scheduleId", f.scheduled_for AS "scheduledFor", f.outcome, f.reason, r.id AS "runId", r.status AS "runStatus", f.created_at AS "createdAt"`,
      from: sql`schedule_fires f LEFT JOIN runs r ON r.idempotency_scope = 'schedule:' || f.schedule_id
        AND r.idempotency_key = 'sched:' || f.schedule_id || ':' || (extract(epoch FROM f.scheduled_for) * 1000)::bigint`,
      visible: sql`f.schedule_id = ${scheduleId}`,
    });
    return page.map(presentFire);
  }

  async preview({ count, ...request }: SchedulePreviewRequest): Promise<SchedulePreview> {
    const now = new Date();
    const calendar = checkedCalendar(calendarSpecOf(request), { now, minIntervalMs: this.config.schedules.minIntervalMs });
    return previewOf(calendar.upcoming(now, count), request.timezone);
  }

  /** Errors: NotFoundError (missing or not viewable), PermissionDeniedError. */
  async load(scheduleId: string, ability: AppAbility, operation: Operation): Promise<ScheduleRow> {
    const row = await this.find(scheduleId);
    authorize(ability, operation, row && scheduleFacts(row));
    return row!;
  }

  /** For the platform itself. */
  async find(scheduleId: string, client: Pick<pg.ClientBase, 'query'> = this.pool): Promise<ScheduleRow | null> {
    const { rows } = await client.query<ScheduleRow>(sql`SELECT ${scheduleColumns} FROM ${scheduleSource} WHERE s.id = ${scheduleId}`);
    return rows[0] ?? null;
  }

  private context(ability: AppAbility): ScheduleContext {
    const nameOfCode = (agentId: string) => this.catalog.registry.get(agentId)?.attributes.displayName ?? this.catalog.factory(agentId)?.displayName ?? null;
    return { ability, schedulesEnabled: this.config.schedules.enabled, nameOfCode };
  }
}
