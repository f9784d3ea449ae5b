import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';
import { FireSlot, type Fired } from './fire-slot.ts';

const BATCH = 100;

/** One look at everything that is due: rung by the doorbell, repeated by the sweep. One broken schedule stops no other. */
@Injectable()
export class FireDueSchedules {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly fireSlot: FireSlot, @Inject(LOGGER) private readonly logger: Logger) {}

  async run(): Promise<Fired[]> {
    const fired: Fired[] = [];
    for (const { id, isQueued } of await this.due()) {
      try {
        if (isQueued) fired.push(...[await this.fireSlot.releaseQueued(id)].filter((fire) => fire !== null));
        else fired.push(...(await this.fireSlot.run(id)));
      } catch (error) {
        this.logger.error({ event: 'schedule_fire_failed', scheduleId: id, err: error });
      }
    }
    return fired;
  }

  private async due(): Promise<{ id: string; isQueued: boolean }[]> {
    const { rows } = await this.pool.query<{ id: string; isQueued: boolean }>(sql`
      (SELECT id, false AS "isQueued" FROM schedules WHERE enabled AND next_fire_at <= now() ORDER BY next_fire_at, id LIMIT ${BATCH})
      UNION ALL
      (SELECT f.schedule_id, true FROM schedule_fires f WHERE f.outcome = 'queued' AND NOT EXISTS (
        SELECT 1 FROM runs r WHERE r.idempotency_scope = 'schedule:' || f.schedule_id AND r.status IN ('pending', 'running', 'suspended')) LIMIT ${BATCH})
    `);
    return rows;
  }
}
