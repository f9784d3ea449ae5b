import { Inject, Injectable } from '@nestjs/common';
import type { CreateScheduleRequest, Principal } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import type { ResolvedAgent } from '../agents/resolved-agent.ts';
import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import type { Config } from '../config/config.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { authorize } from '../http/authorize.ts';
import { CONFIG } from '../tokens.ts';
import { calendarSpecOf } from './calendar-spec.ts';
import { databaseNow } from './database-now.ts';
import { ScheduleDoorbell } from './schedule-doorbell.ts';
import { scheduleFacts } from './schedule-row.ts';
import { ScheduleTarget } from './schedule-target.ts';
import { checkedCalendar } from './slot-calendar.ts';

/** Errors: InvalidCalendarError, InvalidValueError, PermissionDeniedError; ConflictError for a name that is taken. */
@Injectable()
export class CreateSchedule {
  constructor(
    @Inject(pg.Pool) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly audit: AuditLog,
    private readonly target: ScheduleTarget,
    private readonly doorbell: ScheduleDoorbell,
  ) {}

  async run(caller: Caller, request: CreateScheduleRequest): Promise<string> {
    const agent = await this.target.agent(request.agentId, caller);
    const owner: Principal = { kind: 'user', userId: caller.userId };
    const { kind, isPublic, active } = agent.facts;
    authorize(caller.ability, Operation.MANAGE_SCHEDULE, scheduleFacts({ owner, agentId: agent.agentId, agentKind: kind, agentIsPublic: isPublic, agentActive: active }));
    const principal = await this.target.principal(request.runAs, caller);
    const scheduleId = newId();
    await inTransaction(this.pool, async (client) => {
      const now = await databaseNow(client);
      const calendar = checkedCalendar(calendarSpecOf(request), { now, minIntervalMs: this.config.schedules.minIntervalMs });
      await client.query(this.insert({ scheduleId, request, agent, principal, owner, nextFireAt: request.enabled ? calendar.next(now) : null }));
      await this.audit.record(client, caller, { action: 'schedule_created', objectKind: 'schedule', objectId: scheduleId, after: { ...request, agentId: agent.agentId } });
    });
    await this.doorbell.setForNext();
    return scheduleId;
  }

  private insert({ scheduleId, request, agent, principal, owner, nextFireAt }: NewSchedule) {
    const { name, label = '', input, cron, timezone, startsAt = null, endsAt = null, enabled, overlap, missed, maxCatchUp, maxConcurrent, timeoutMs = this.config.schedules.timeoutMs } = request;
    return sql`
      INSERT INTO schedules (id, name, label, origin, agent_id, input, cron, timezone, starts_at, ends_at, enabled, overlap, missed, max_catch_up, max_concurrent, timeout_ms, next_fire_at, principal, owner)
      VALUES (${scheduleId}, ${name}, ${label}, 'row', ${agent.agentId}, ${input}, ${cron}, ${timezone}, ${startsAt}, ${endsAt}, ${enabled}, ${overlap}, ${missed}, ${maxCatchUp}, ${maxConcurrent},
        ${timeoutMs}, ${nextFireAt}, ${JSON.stringify(principal)}, ${JSON.stringify(owner)})
    `;
  }
}

interface NewSchedule { scheduleId: string; request: CreateScheduleRequest; agent: ResolvedAgent; principal: Principal; owner: Principal; nextFireAt: Date | null }
