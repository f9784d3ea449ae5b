import { z } from 'zod';
import { jsonSchema } from './json.ts';
import { runErrorSchema } from './error.ts';

/** Who made a call: a delegation of the root (`handoff`, run id of the child) or a call made inside a child run (`agent`, run id of that child). */
export const attributionSchema = z.union([
  z.strictObject({ handoff: z.string(), runId: z.uuid() }),
  z.strictObject({ agent: z.string(), runId: z.uuid() }),
]);
export type Attribution = z.infer<typeof attributionSchema>;

/** Where a call stands; `error` carries its code, `denied` never executed, `skipped` was over the cap. */
export const toolPartStateSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('open') }),
  z.strictObject({ state: z.literal('awaiting_approval'), requestId: z.uuid() }),
  z.strictObject({ state: z.literal('approved'), requestId: z.uuid() }),
  z.strictObject({ state: z.literal('output'), output: jsonSchema, skipped: z.literal(true).optional() }),
  z.strictObject({ state: z.literal('error'), code: z.string(), output: jsonSchema.optional() }),
  z.strictObject({ state: z.literal('denied'), requestId: z.uuid().optional(), reason: z.string().optional(), output: jsonSchema.optional() }),
]);
export type ToolPartState = z.infer<typeof toolPartStateSchema>;

/**
 * A stored part of a message: the fold of the run tree's events (docs/events.md). Order = start order; a result fills the
 * part its call started. Stored once, at the run's end.
 */
export const messagePartSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('step') }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
  z.strictObject({
    type: z.literal('tool'),
    toolCallId: z.string(),
    toolName: z.string(),
    input: jsonSchema,
    /** What the model sent when it was not usable. */
    rawInput: jsonSchema.optional(),
    providerExecuted: z.literal(true).optional(),
    attribution: attributionSchema.optional(),
    status: toolPartStateSchema,
  }),
  z.strictObject({ type: z.literal('source'), sourceId: z.string(), url: z.string().optional(), title: z.string().optional(), mediaType: z.string().optional(), index: z.int().optional() }),
  z.strictObject({ type: z.literal('file'), mediaType: z.string(), url: z.string(), filename: z.string().optional() }),
  z.strictObject({ type: z.literal('data'), name: z.string(), id: z.string().optional(), data: jsonSchema }),
]);
export type MessagePart = z.infer<typeof messagePartSchema>;
export type ToolPart = Extract<MessagePart, { type: 'tool' }>;

export const messageStatusSchema = z.enum(['streaming', 'awaiting_input', 'complete', 'error', 'cancelled', 'superseded']);
export type MessageStatus = z.infer<typeof messageStatusSchema>;

/** Tokens of the whole run tree; `bySubagent` separates the children by agent id. */
export const messageUsageSchema = z.strictObject({
  inputTokens: z.int(),
  outputTokens: z.int(),
  totalTokens: z.int(),
  bySubagent: z.record(z.string(), z.strictObject({ inputTokens: z.int(), outputTokens: z.int(), totalTokens: z.int() })).optional(),
});
export type MessageUsage = z.infer<typeof messageUsageSchema>;

/** What a finished or waiting run makes of its message. */
export const foldedMessageSchema = z.strictObject({
  parts: z.array(messagePartSchema),
  status: messageStatusSchema,
  finishReason: z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']).nullable(),
  truncated: z.boolean(),
  usage: messageUsageSchema,
  processingTimeMs: z.int().nullable(),
  /** toolCallId of a delegation -> run id of the child. */
  childRuns: z.record(z.string(), z.string()),
  error: runErrorSchema.nullable(),
});
export type FoldedMessage = z.infer<typeof foldedMessageSchema>;

/** A live message of a thread as the history replay reads it. */
export interface HistoryMessage {
  id: string;
  seq: number;
  role: 'user' | 'assistant';
  status: MessageStatus;
  parts: readonly MessagePart[];
}
