import { z } from 'zod';
import { jsonSchema } from './json.ts';
import { runStatusSchema } from './run-status.ts';

/**
 * Durable events of a run (composition.md section 12). Stored insert-only in `run_events`; live stream, replay, history
 * and the OpenAI view are projections of them. `runId`, `agentId`, `turnId`, `at` and `seq` live on the envelope.
 */
export const usageSchema = z.strictObject({
  inputTokens: z.int().nonnegative().optional(),
  outputTokens: z.int().nonnegative().optional(),
  cacheReadTokens: z.int().nonnegative().optional(),
  cacheWriteTokens: z.int().nonnegative().optional(),
  reasoningTokens: z.int().nonnegative().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** One block of a finished model reply, in the order the model produced it. */
export const modelBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), id: z.string(), text: z.string(), providerMetadata: jsonSchema.optional() }),
  z.strictObject({ type: z.literal('reasoning'), id: z.string(), text: z.string(), providerMetadata: jsonSchema.optional() }),
  z.strictObject({
    type: z.literal('tool_call'),
    /** `call_` + 32 hex of SHA-256 over `runId/t/index`: unique in the run tree. */
    toolCallId: z.string(),
    /** The provider's own id and metadata: returned only to that provider. */
    providerCallId: z.string().optional(),
    toolName: z.string(),
    input: jsonSchema,
    /** The provider ran the tool itself: recorded, never executed here. */
    providerExecuted: z.literal(true).optional(),
    providerMetadata: jsonSchema.optional(),
    /** Display name of the agent behind a delegation call. */
    handoff: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('tool_result'), toolCallId: z.string(), toolName: z.string(), output: jsonSchema, isError: z.boolean().optional() }),
  z.strictObject({ type: z.literal('source'), sourceId: z.string(), sourceType: z.enum(['url', 'document']), url: z.string().optional(), title: z.string().optional(), mediaType: z.string().optional() }),
  z.strictObject({ type: z.literal('file'), mediaType: z.string(), url: z.string() }),
]);
export type ModelBlock = z.infer<typeof modelBlockSchema>;

export const failureSchema = z.strictObject({ kind: z.string(), message: z.string(), retryable: z.boolean().optional(), debugMessage: z.string().optional() });

const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) => z.strictObject({ type: z.literal(type), ...shape });
const call = { toolCallId: z.string(), toolName: z.string() };
const request = { requestId: z.uuid() };

export const runEventSchema = z.discriminatedUnion('type', [
  /** One per finished and accepted model call: the message's blocks in order. `final`: the run ends with it. `visible:false`: text is not part of the answer (a child's). */
  event('assistant_turn', { messageId: z.uuid().optional(), turn: z.int(), text: z.string(), blocks: z.array(modelBlockSchema), final: z.boolean(), finishReason: z.string(), stepKey: z.string() }),
  event('model_output_rejected', { turn: z.int(), attempt: z.int(), kind: z.string(), recoverable: z.enum(['answer', 'calls']).nullable(), blocks: z.array(modelBlockSchema), reason: z.string() }),
  event('tool_start', { ...call, title: z.string(), payload: jsonSchema, turn: z.int().optional(), parentToolCallId: z.string().optional(), handoff: z.string().optional() }),
  event('tool_end', { ...call, result: jsonSchema.optional(), failure: failureSchema.optional(), denied: z.boolean().optional(), skipped: z.boolean().optional(), durationMs: z.number(), childRunId: z.uuid().optional() }),
  /** `hidden`: the child's calls are not shown in the message of the run above. */
  event('child_run_linked', { ...call, childRunId: z.uuid(), childAgentId: z.string(), childAgentName: z.string(), hidden: z.literal(true).optional() }),
  event('await_confirmation', { ...request, ...call, title: z.string().optional(), prompt: z.string(), payload: jsonSchema, approvers: z.enum(['owner', 'manager', 'operator']) }),
  event('await_clarification', { ...request, question: z.string() }),
  event('await_questions', { ...request, title: z.string().optional(), questions: z.array(jsonSchema) }),
  event('await_external_tools', { ...request, items: z.array(jsonSchema) }),
  event('await_operator', { ...request, kind: z.enum(['in_doubt', 'nondeterminism']), stepKey: z.string(), toolName: z.string().optional(), toolCallId: z.string().optional() }),
  event('await_resolved', { ...request, kind: z.string(), outcome: z.string() }),
  event('tool_authorization', { ...call, approved: z.boolean(), summary: z.string(), approvedBy: z.string().optional() }),
  event('usage', { model: z.string(), usage: usageSchema, costMicros: z.int().nullable() }),
  event('workflow', { phase: z.enum(['prompted', 'planning', 'executing_tools', 'suspended', 'synthesizing', 'completed', 'failed', 'cancelled', 'resumed', 'queued']), status: runStatusSchema.optional(), failure: failureSchema.optional(), cancellation: z.strictObject({ reason: z.string() }).optional(), waitingFor: z.string().optional(), truncated: z.boolean().optional(), exitReason: z.string().optional() }),
  event('source', { sourceId: z.string(), url: z.string().optional(), title: z.string().optional(), mediaType: z.string().optional(), index: z.int().optional(), toolCallId: z.string().optional() }),
  event('file', { mediaType: z.string(), url: z.string() }),
  event('data', { name: z.string(), id: z.string().optional(), data: jsonSchema }),
  event('late_reply', { stepKey: z.string(), value: jsonSchema }),
  event('run_truncated', { reason: z.string() }),
  event('log', { name: z.string(), payload: jsonSchema }),
  event('step_diverged', { stepKey: z.string() }),
  event('run_stream_end', {}),
]);
export type RunEvent = z.infer<typeof runEventSchema>;

/** What a subscriber gets: the event plus where it stands in its stream. */
export interface RunEventEnvelope {
  /** Position in the stream (session, or root run without one): contiguous from 1, number order = commit order. */
  seq: number;
  streamId: string;
  runId: string;
  rootRunId: string;
  agentId: string;
  agentName: string;
  at: string;
  event: RunEvent;
}

/** Ephemeral events: no seq, no replay. Deltas carry their offset (UTF-16 units into the block's text) so that a joiner can drop what it already has. */
export const liveEventSchema = z.discriminatedUnion('type', [
  event('assistant_reply', { stepKey: z.string(), attempt: z.int(), blockId: z.string(), kind: z.enum(['text', 'reasoning']), offset: z.int(), text: z.string() }),
  event('tool_call_args_delta', { stepKey: z.string(), attempt: z.int(), toolCallId: z.string(), toolName: z.string(), offset: z.int(), text: z.string(), handoff: z.string().optional() }),
  event('assistant_reset', { stepKey: z.string(), attempt: z.int() }),
  event('custom', { name: z.string(), payload: jsonSchema }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
export interface LiveEventEnvelope { streamId: string; runId: string; agentId: string; event: LiveEvent }
