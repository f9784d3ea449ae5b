import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** The body of every non-2xx answer (protocols.md section 1). */
export const errorBodySchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  retryable: z.boolean(),
  /** Found again in the log. */
  ref: z.string(),
  /** Field path of the request body -> problem. */
  errors: z.record(z.string(), z.strictObject({ code: z.string(), message: z.string() })).optional(),
  /** Problems of stored content (publish, definitions). */
  issues: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  operation: z.string().optional(),
  /** Of 412: the record as it is now. */
  current: jsonSchema.optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Stored on a failed run and on failed steps. */
export const runErrorSchema = z.strictObject({ code: z.string(), message: z.string(), retryable: z.boolean() });
export type RunError = z.infer<typeof runErrorSchema>;
