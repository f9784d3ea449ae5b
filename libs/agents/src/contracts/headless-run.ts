import { z } from 'zod';

import { jsonSchema } from './json.ts';

/** Names a caller gives its run. Those that begin with "roster." are the platform's own. */
export const runLabelsSchema = z
  .record(z.string().min(1).max(64).refine((name) => !name.startsWith('roster.'), 'Names that begin with "roster." are taken.'), z.string().max(256))
  .refine((labels) => Object.keys(labels).length <= 32, 'Use at most 32 labels.');

/** Text of a conversation handed to a run; calls and results of somebody else's history are not accepted. */
export const headlessMessageSchema = z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().min(1).max(100_000) });

/** `POST /api/agents/:agentId/runs`. */
export const startRunRequestSchema = z
  .strictObject({
    /** Text for an agent that converses; any JSON for a kernel agent. */
    input: jsonSchema.optional(),
    messages: z.array(headlessMessageSchema).min(1).max(1_000).optional(),
    /** false: one model call, nothing else touched. */
    tools: z.boolean().default(true),
    labels: runLabelsSchema.optional(),
    /** A number ever published needs PIN_REVISION, the draft UPDATE_AGENT. */
    revision: z.union([z.int().min(1), z.literal('draft')]).optional(),
    mode: z.enum(['async', 'wait']).default('async'),
    /** Until the run's deadline. */
    timeoutMs: z.int().min(1_000).max(86_400_000).optional(),
    /** A person may be asked while it runs. Needs PUBLISH_AGENT. */
    interruptsAllowed: z.boolean().default(false),
  })
  .check(({ value, issues }) => {
    if ((value.input === undefined) === (value.messages === undefined)) {
      issues.push({ code: 'custom', path: ['input'], message: 'Send exactly one of input and messages.', input: value.input });
    }
  });
export type StartRunRequest = z.infer<typeof startRunRequestSchema>;
