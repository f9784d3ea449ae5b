import { Inject, Injectable } from '@nestjs/common';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { authorize } from '../http/authorize.ts';
import { lockSchedule } from './lock-schedule.ts';
import { scheduleFacts } from './schedule-row.ts';

/** The ledger of its slots goes with it; the runs stay. */
@Injectable()
export class DeleteSchedule {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog) {}

  async run(caller: Caller, scheduleId: string): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const schedule = await lockSchedule(client, scheduleId);
      authorize(caller.ability, Operation.MANAGE_SCHEDULE, schedule && scheduleFacts(schedule));
      await client.query(sql`DELETE FROM schedules WHERE id = ${scheduleId}`);
      await this.audit.record(client, caller, { action: 'schedule_deleted', objectKind: 'schedule', objectId: scheduleId, before: { name: schedule!.name, agentId: schedule!.agentId } });
    });
  }
}
