import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { JobQueues } from '../jobs/queue.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';

export const SCHEDULE_QUEUE = 'schedules';

/** Holds one delayed job for the next due slot of all schedules. A bell that is lost or doubled changes nothing: the sweep looks every second. */
@Injectable()
export class ScheduleDoorbell {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly queues: JobQueues, @Inject(LOGGER) private readonly logger: Logger) {}

  /** After anything that moves a slot. Never throws. */
  async setForNext(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ slotMs: number | null; delayMs: number }>(sql`
        SELECT (extract(epoch FROM min(next_fire_at)) * 1000)::float8 AS "slotMs", (extract(epoch FROM min(next_fire_at) - now()) * 1000)::float8 AS "delayMs" FROM schedules WHERE enabled
      `);
      const { slotMs, delayMs } = rows[0]!;
      if (slotMs === null) return;
      await this.queues.add(SCHEDULE_QUEUE, { name: 'fire_schedules', payload: {} }, { delayMs: Math.max(0, Math.ceil(delayMs)), deduplicationId: `slot.${slotMs}` });
    } catch (error) {
      this.logger.warn({ event: 'schedule_doorbell_failed', err: error });
    }
  }
}
