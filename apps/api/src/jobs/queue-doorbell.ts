import type { Doorbell } from '@roster/agents/kernel';

import type { Logger } from '../telemetry/logger.ts';
import type { JobQueues } from './queue.ts';

type Ring = Parameters<Doorbell['ring']>[0];

export const runQueueName = (queue: string): string => `runs-${queue}`;

/** CRITICAL 8, HIGH 4, NORMAL 2, LOW 1, BACKGROUND 0 as BullMQ's 1 (first) to 5. */
const PRIORITIES: readonly (readonly [least: number, priority: number])[] = [[8, 1], [4, 2], [2, 3], [1, 4]];

const queuePriority = (priority: number): number => PRIORITIES.find(([least]) => priority >= least)?.[1] ?? 5;

/**
 * Rings in the queue. The epoch in the id keeps the job of a dead worker from swallowing the next ring. A ring that fails
 * is only logged: idle workers look for pending runs anyway.
 */
export class QueueDoorbell implements Doorbell {
  constructor(private readonly queues: JobQueues, private readonly logger: Logger) {}

  ring({ runId, queue, epoch, priority }: Ring): void {
    this.queues
      .add(runQueueName(queue), { name: 'wake', payload: { runId } }, { deduplicationId: `${runId}.${epoch}`, priority: queuePriority(priority) })
      .catch((error: unknown) => this.logger.warn({ event: 'doorbell_failed', runId, err: error }));
  }
}
