import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import type { Config } from '../config/config.ts';
import { type Consumer, JobQueues } from '../jobs/queue.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';
import { CONFIG } from '../tokens.ts';
import { FireDueSchedules } from './fire-due-schedules.ts';
import { SCHEDULE_QUEUE, ScheduleDoorbell } from './schedule-doorbell.ts';

const JITTER_MS = 300;

/** Looks for due slots in each worker process: when the bell rings, and once a second whether it rings or not. */
@Injectable()
export class ScheduleClock implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private consumer: Consumer | null = null;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly fireDue: FireDueSchedules,
    private readonly doorbell: ScheduleDoorbell,
    private readonly queues: JobQueues,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.schedules.enabled) return;
    this.consumer = this.queues.consume(SCHEDULE_QUEUE, { name: 'fire_schedules', handler: () => this.look(), concurrency: 1 });
    void this.doorbell.setForNext();
    this.wait();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.consumer?.close();
    await this.looking;
  }

  /** One look at a time: bell and sweep share it. */
  private look(): Promise<void> {
    this.looking = this.looking.then(() => this.fire());
    return this.looking;
  }

  private async fire(): Promise<void> {
    if (this.stopped) return;
    try {
      const fired = await this.fireDue.run();
      for (const { scheduledFor, outcome, reason, runId } of fired) this.logger.info({ event: 'schedule_fired', scheduledFor, outcome, reason, runId });
      if (fired.length > 0) await this.doorbell.setForNext();
    } catch (error) {
      this.logger.error({ event: 'schedule_sweep_failed', err: error });
    }
  }

  private wait(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.wait()), this.config.runs.sweepMs + Math.random() * JITTER_MS);
  }
}
