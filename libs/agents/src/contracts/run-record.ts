import { z } from 'zod';

import { runErrorSchema } from './error.ts';
import { jsonSchema } from './json.ts';
import { principalSchema } from './principal.ts';
import { runKindSchema, runStatusSchema, statusReasonSchema, stepStateSchema } from './run-status.ts';

const timeSchema = z.iso.datetime();

/** Sums of usage ledger rows, the only source of totals. `costMicros` leaves out calls whose price is unknown; `unknownCalls` counts them. */
export const usageTotalsSchema = z.strictObject({
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  totalTokens: z.int(),
  costMicros: z.int(),
  unknownCalls: z.int(),
});
export type UsageTotals = z.infer<typeof usageTotalsSchema>;

const runFields = {
  rootRunId: z.uuid(),
  parentRunId: z.uuid().nullable(),
  parentToolCallId: z.string().nullable(),
  kind: runKindSchema,
  agentId: z.uuid(),
  agentName: z.string(),
  /** Pinned: a number, the draft of a test run, null for a code agent. */
  revision: z.union([z.int(), z.literal('draft')]).nullable(),
  depth: z.int(),
  status: runStatusSchema,
  statusReason: statusReasonSchema.nullable(),
  exitReason: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** Cut short by a limit, with a usable output. */
  truncated: z.boolean(),
  error: runErrorSchema.nullable(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
};

/** A run in `GET /api/runs`. Usage of a root run covers its whole tree. */
export const runRecordSchema = z.strictObject({
  id: z.uuid(),
  ...runFields,
  sessionId: z.uuid().nullable(),
  scheduleId: z.uuid().nullable(),
  principal: principalSchema,
  startedBy: z.string().nullable(),
  labels: z.record(z.string(), z.string()),
  attempt: z.int(),
  crashCount: z.int(),
  /** Time at work, waits left out. */
  activeMs: z.int(),
  deadlineAt: timeSchema,
  configurationHash: z.string().nullable(),
  usage: usageTotalsSchema,
  can: z.array(z.string()),
}).meta({ id: 'Run' });
export type RunRecord = z.infer<typeof runRecordSchema>;

/** `GET /api/runs/:runId`. Without VIEW_MESSAGES the content of a conversation's run is left out. */
export const runDetailSchema = runRecordSchema.extend({
  isContentVisible: z.boolean(),
  input: jsonSchema.optional(),
  output: jsonSchema.optional(),
  /** What a failed run had come to. */
  partial: jsonSchema.optional(),
}).meta({ id: 'RunDetail' });
export type RunDetail = z.infer<typeof runDetailSchema>;

export const runTreeNodeSchema = z.strictObject({ runId: z.uuid(), ...runFields, usage: usageTotalsSchema });
export type RunTreeNode = z.infer<typeof runTreeNodeSchema>;

/** `GET /api/runs/:runId/tree`: parents before children, in order of creation. */
export const runTreeSchema = z.strictObject({
  rootRunId: z.uuid(),
  runs: z.array(runTreeNodeSchema),
  openRequests: z.array(z.strictObject({ requestId: z.uuid(), runId: z.uuid(), kind: z.string(), approvers: z.string() })),
  /** A subscriber of the events goes on after this number. */
  upToSeq: z.int(),
  usage: usageTotalsSchema,
}).meta({ id: 'RunTree' });
export type RunTreeRecord = z.infer<typeof runTreeSchema>;

/** One row of the journal. `facts`, `result` only with the right to read the content. */
export const runStepRecordSchema = z.strictObject({
  key: z.string(),
  ordinal: z.int(),
  kind: z.string(),
  state: stepStateSchema,
  idempotent: z.boolean(),
  attempts: z.int(),
  error: runErrorSchema.nullable(),
  facts: jsonSchema.nullable(),
  result: jsonSchema.nullable(),
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
}).meta({ id: 'RunStep' });
export type RunStepRecord = z.infer<typeof runStepRecordSchema>;

/** 202 of a start: the run goes on. */
export const startedRunSchema = z.strictObject({ runId: z.uuid() });
export const cancelledRunSchema = z.strictObject({ runId: z.uuid(), status: runStatusSchema });
