import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweeper, Worker } from '@roster/agents/capabilities/runtime';

import type { Config } from '../../config/config.ts';
import { type Consumer, JobQueues } from '../../jobs/queue.ts';
import { runQueueName } from '../../jobs/queue-doorbell.ts';
import { CONFIG } from '../../tokens.ts';
import { CANCEL_PUSH } from '../engine-ports.ts';
import type { CancelPush } from '../live/cancel-push.ts';

/** Queues that a worker process serves. */
export const RUN_QUEUES: readonly string[] = ['default'];

/** Starts and stops what drives runs in this process: all roles keep leases and sweep, workers also take from the queues. */
@Injectable()
export class EngineService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #consumers: Consumer[] = [];

  constructor(
    private readonly worker: Worker, private readonly sweeper: Sweeper, private readonly queues: JobQueues,
    @Inject(CANCEL_PUSH) private readonly cancels: CancelPush, @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.cancels.listen(() => this.worker.beatSoon());
    this.worker.start();
    if (this.config.role === 'api') return;
    this.sweeper.start();
    this.#consumers = RUN_QUEUES.map((queue) =>
      this.queues.consume(runQueueName(queue), { name: 'wake', handler: async () => void (await this.worker.answer()), concurrency: this.config.runs.concurrency }));
  }

  /** Before connections close: no more claims, runs to their next step boundary, leases given back. */
  async beforeApplicationShutdown(): Promise<void> {
    const closing = Promise.all(this.#consumers.map((consumer) => consumer.close()));
    await this.sweeper.stop();
    await this.worker.stop();
    await closing;
  }
}
