import { z } from 'zod';
import { jsonSchema } from './json.ts';

export const humanRequestKindSchema = z.enum(['confirmation', 'clarification', 'questions', 'external_tools', 'in_doubt', 'nondeterminism']);
export type HumanRequestKind = z.infer<typeof humanRequestKindSchema>;
export const humanRequestStatusSchema = z.enum(['pending', 'decided', 'expired', 'cancelled']);
export type HumanRequestStatus = z.infer<typeof humanRequestStatusSchema>;

const skip = z.strictObject({ skip: z.literal(true) });

/** What a person may answer, by the request's kind (composition.md section 13). */
export const humanAnswerSchemas = {
  confirmation: z.strictObject({
    approved: z.boolean(),
    /** Effective arguments instead of the proposed ones; validated like the model's. Only with `approved: true`. */
    arguments: z.record(z.string(), jsonSchema).optional(),
    comment: z.string().max(2_000).optional(),
  }),
  clarification: z.union([z.strictObject({ text: z.string().min(1).max(20_000) }), skip]),
  questions: z.union([z.strictObject({ answers: z.record(z.string(), z.array(z.string())) }), skip]),
  external_tools: z.strictObject({
    results: z.array(z.union([z.strictObject({ toolCallId: z.string(), result: jsonSchema }), z.strictObject({ toolCallId: z.string(), failure: z.strictObject({ message: z.string().max(2_000) }) })])).min(1),
  }),
  in_doubt: z.union([z.strictObject({ choice: z.literal('retry') }), z.strictObject({ choice: z.literal('record'), result: jsonSchema }), z.strictObject({ choice: z.literal('fail') })]),
  nondeterminism: z.strictObject({ choice: z.enum(['accept', 'fail']) }),
} as const satisfies Record<HumanRequestKind, z.ZodType>;


/** A question to people, as lists and pages show it. */
export const humanRequestSchema = z.strictObject({
  id: z.uuid(),
  kind: humanRequestKindSchema,
  status: humanRequestStatusSchema,
  /** What is asked; its fields follow from the kind (a confirmation: toolCallId, toolName, title, prompt, payload, schema). */
  card: jsonSchema,
  risk: z.enum(['safe', 'high', 'critical']).nullable(),
  approvers: z.enum(['owner', 'manager', 'operator']),
  runId: z.uuid(),
  rootRunId: z.uuid(),
  sessionId: z.uuid().nullable(),
  agentId: z.uuid(),
  agentName: z.string(),
  /** On whose behalf the run works. */
  principal: jsonSchema,
  requestedBy: z.string().nullable(),
  decision: jsonSchema.nullable(),
  decidedBy: jsonSchema.nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  can: z.array(z.string()),
}).meta({ id: 'HumanRequest' });
export type HumanRequestRecord = z.infer<typeof humanRequestSchema>;

/** `POST /api/human-requests/:requestId/response`: read by the kind of the request, see `humanAnswerSchemas`. */
export const humanAnswerBodySchema = z.record(z.string(), jsonSchema);
