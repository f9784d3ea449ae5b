// The queues only ring: a job that is lost, doubled or late changes nothing but the time until a sweep.
import { setTimeout as delay } from 'node:timers/promises';

import { Queue, Worker as QueueWorker, type BackendFactory, type QueueOptions, type WorkerOptions } from 'bullmq';

import type { Logger } from '../telemetry/logger.ts';
import type { JobBackend } from './job-backend.ts';
import { jobs, type JobHandler, type JobName, type JobPayload } from './jobs.ts';

const PREFIX = 'roster';
/** A process killed in the middle of a job must not use the job up. */
const MAX_STALLED = 20;
const STALLED_INTERVAL_MS = 15_000;
const CLOSE_WITHIN_MS = 1_000;

export interface AddOptions {
  /** While a job with this id waits or runs, further ones are ignored. */
  deduplicationId?: string;
  delayMs?: number;
  /** 1 (first) to 5. */
  priority?: number;
}

export interface Consumer { close(): Promise<void> }

interface Delivered { name: string; data: unknown }
type OpenQueue = ReturnType<typeof openQueue>;
type OpenWorker = ReturnType<typeof openWorker>;

const openQueue = (name: string, options: QueueOptions, factory: BackendFactory) => new Queue(name, options, factory);
const openWorker = (name: string, { processor, options, factory }: { processor(job: Delivered): Promise<void>; options: WorkerOptions; factory: BackendFactory }) =>
  new QueueWorker(name, processor, options, factory);

export class JobQueues {
  readonly #backend: JobBackend;
  readonly #logger: Logger;
  readonly #queues = new Map<string, OpenQueue>();
  readonly #consumers = new Set<OpenWorker>();

  constructor(backend: JobBackend, logger: Logger) {
    this.#backend = backend;
    this.#logger = logger;
  }

  get backend(): JobBackend['kind'] {
    return this.#backend.kind;
  }

  /** Never a custom job id: adding a kept or active one again would be ignored. BullMQ repeats nothing on its own. */
  async add<Name extends JobName>(queueName: string, job: { name: Name; payload: JobPayload<Name> }, { deduplicationId, delayMs, priority }: AddOptions = {}): Promise<void> {
    await this.#queue(queueName).add(job.name, jobs[job.name].parse(job.payload), {
      attempts: 1, removeOnComplete: true, removeOnFail: true,
      ...(deduplicationId !== undefined && { deduplication: { id: deduplicationId } }),
      ...(delayMs !== undefined && { delay: delayMs }),
      ...(priority !== undefined && { priority }),
    });
  }

  /** Jobs that nobody has taken yet, delayed ones included. */
  pending(queueName: string): Promise<number> {
    return this.#queue(queueName).count();
  }

  /** Handles every job of the queue; what a handler throws is logged and the job is over. */
  consume<Name extends JobName>(queueName: string, job: { name: Name; handler: JobHandler<Name>; concurrency: number }): Consumer {
    const options = { connection: this.#backend.consumer, prefix: PREFIX, concurrency: job.concurrency, maxStalledCount: MAX_STALLED, stalledInterval: STALLED_INTERVAL_MS };
    const worker = openWorker(queueName, { processor: (delivered) => this.#handle(delivered, job), options, factory: this.#backend.factory });
    worker.on('error', (error) => this.#logger.warn({ event: 'job_consumer_failed', queue: queueName, err: error }));
    this.#consumers.add(worker);
    return { close: async () => { this.#consumers.delete(worker); await closeInTime(worker); } };
  }

  /** A handler that is still at work is left behind: its job only rang. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#consumers].map(closeInTime));
    await Promise.allSettled([...this.#queues.values()].map((queue) => inTime(queue.close())));
    await this.#backend.close();
  }

  async #handle<Name extends JobName>(delivered: Delivered, { name, handler }: { name: Name; handler: JobHandler<Name> }): Promise<void> {
    try {
      if (delivered.name !== name) throw new Error(`Unknown job ${delivered.name}.`);
      await handler(jobs[name].parse(delivered.data) as JobPayload<Name>);
    } catch (error) {
      this.#logger.error({ event: 'job_failed', job: delivered.name, err: error });
    }
  }

  #queue(name: string): OpenQueue {
    const known = this.#queues.get(name);
    if (known) return known;
    const queue = openQueue(name, { connection: this.#backend.producer, prefix: PREFIX }, this.#backend.factory);
    queue.on('error', (error) => this.#logger.warn({ event: 'queue_failed', queue: name, err: error }));
    this.#queues.set(name, queue);
    return queue;
  }
}

async function closeInTime(consumer: OpenWorker): Promise<void> {
  if (!(await inTime(consumer.close()))) await inTime(consumer.close(true));
}

/** false: it takes longer. A backend that is away never answers, and a process must end without it. */
async function inTime(closing: Promise<void>): Promise<boolean> {
  const done = new AbortController();
  const closed = closing.then(() => true).finally(() => done.abort());
  return Promise.race([closed, delay(CLOSE_WITHIN_MS, false, { signal: done.signal, ref: false }).catch(() => closed)]);
}
