import { z } from 'zod';

/** Every job by name and what it carries. A job is only a hint that work may be due: the facts are rows, so that losing one costs at most a sweep. */
export const jobs = {
  /** A run became pending: claim the best one of its queue. */
  wake: z.strictObject({ runId: z.uuid() }),
  /** A schedule's slot may be due. */
  fire_schedules: z.strictObject({}),
} as const;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]>;
export type JobHandler<Name extends JobName> = (payload: JobPayload<Name>) => Promise<void>;
