import { z } from 'zod';

import { principalSchema } from './principal.ts';
import { runStatusSchema } from './run-status.ts';
import { operatorText } from './text.ts';

export const scheduleOverlapSchema = z.enum(['skip', 'queue', 'parallel']);
export type ScheduleOverlap = z.infer<typeof scheduleOverlapSchema>;
export const scheduleMissedSchema = z.enum(['runOnce', 'skip', 'runAll']);
export type ScheduleMissed = z.infer<typeof scheduleMissedSchema>;

export const fireOutcomeSchema = z.enum(['run', 'queued', 'missed', 'skipped']);
export type FireOutcome = z.infer<typeof fireOutcomeSchema>;
export const skipReasonSchema = z.enum([
  'overlap', 'queue_full', 'principal_unavailable', 'agent_unavailable', 'agent_paused', 'permission_denied', 'requirement_degraded', 'budget_exhausted',
]);
export type SkipReason = z.infer<typeof skipReasonSchema>;

/** Whom the run acts as. A user other than oneself may be named by an administrator only. */
export const runAsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), userId: z.uuid() }),
  z.strictObject({ kind: z.literal('system') }),
]);
export type RunAs = z.infer<typeof runAsSchema>;

const calendarFields = {
  /** Five fields; read in `timezone`. */
  cron: z.string().min(1).max(200),
  timezone: z.string().min(1).max(64),
  startsAt: z.iso.datetime().nullable().optional(),
  endsAt: z.iso.datetime().nullable().optional(),
};

const scheduleFields = {
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,127}$/, 'Begin with a letter; use letters, digits, "_", "." and "-".'),
  label: operatorText({ max: 120 }),
  agentId: z.string().min(1).max(200),
  /** May hold {{name}}, {{scheduledFor}}, {{lastRunAt}}, {{user}}. */
  input: operatorText({ min: 1, max: 20_000 }),
  ...calendarFields,
  runAs: runAsSchema,
  enabled: z.boolean(),
  overlap: scheduleOverlapSchema,
  missed: scheduleMissedSchema,
  maxCatchUp: z.int().min(1).max(50),
  maxConcurrent: z.int().min(1).max(50),
  /** Active time of a run. */
  timeoutMs: z.int().min(1_000).max(86_400_000),
};

export const createScheduleRequestSchema = z.strictObject({
  name: scheduleFields.name,
  label: scheduleFields.label.optional(),
  agentId: scheduleFields.agentId,
  input: scheduleFields.input,
  ...calendarFields,
  runAs: scheduleFields.runAs.optional(),
  enabled: scheduleFields.enabled.default(false),
  overlap: scheduleFields.overlap.default('skip'),
  missed: scheduleFields.missed.default('runOnce'),
  maxCatchUp: scheduleFields.maxCatchUp.default(10),
  maxConcurrent: scheduleFields.maxConcurrent.default(5),
  timeoutMs: scheduleFields.timeoutMs.optional(),
});
export type CreateScheduleRequest = z.infer<typeof createScheduleRequestSchema>;

/** Absent keeps, null clears. The agent of a schedule never changes. */
export const updateScheduleRequestSchema = z.strictObject({
  name: scheduleFields.name.optional(),
  label: scheduleFields.label.nullable().optional(),
  input: scheduleFields.input.optional(),
  cron: calendarFields.cron.optional(),
  timezone: calendarFields.timezone.optional(),
  startsAt: calendarFields.startsAt,
  endsAt: calendarFields.endsAt,
  runAs: scheduleFields.runAs.optional(),
  enabled: scheduleFields.enabled.optional(),
  overlap: scheduleFields.overlap.nullable().optional(),
  missed: scheduleFields.missed.nullable().optional(),
  maxCatchUp: scheduleFields.maxCatchUp.nullable().optional(),
  maxConcurrent: scheduleFields.maxConcurrent.nullable().optional(),
  timeoutMs: scheduleFields.timeoutMs.nullable().optional(),
});
export type UpdateScheduleRequest = z.infer<typeof updateScheduleRequestSchema>;

export const schedulePreviewRequestSchema = z.strictObject({ ...calendarFields, count: z.int().min(1).max(10).default(10) });
export type SchedulePreviewRequest = z.infer<typeof schedulePreviewRequestSchema>;

/** `shift`: the zone's clocks are moved between the previous and this fire. */
export const schedulePreviewSchema = z.strictObject({ fires: z.array(z.strictObject({ at: z.iso.datetime(), local: z.string(), shift: z.boolean() })) });
export type SchedulePreview = z.infer<typeof schedulePreviewSchema>;

const timeSchema = z.iso.datetime();

export const scheduleRecordSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  label: z.string(),
  origin: z.enum(['code', 'row']),
  agentId: z.uuid(),
  /** null: the agent is gone. */
  agentName: z.string().nullable(),
  input: z.string(),
  cron: z.string(),
  timezone: z.string(),
  startsAt: timeSchema.nullable(),
  endsAt: timeSchema.nullable(),
  runAs: runAsSchema,
  runAsName: z.string().nullable(),
  enabled: z.boolean(),
  /** What decides whether it fires: SCHEDULES_ENABLED, then the row. */
  isFiring: z.boolean(),
  decidedBy: z.enum(['setting', 'row']),
  overlap: scheduleOverlapSchema,
  missed: scheduleMissedSchema,
  maxCatchUp: z.int(),
  maxConcurrent: z.int(),
  timeoutMs: z.int(),
  nextFireAt: timeSchema.nullable(),
  /** End of the last successful run. */
  lastRunAt: timeSchema.nullable(),
  owner: principalSchema,
  version: z.int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  can: z.array(z.string()),
}).meta({ id: 'Schedule' });
export type ScheduleRecord = z.infer<typeof scheduleRecordSchema>;

/** One slot in the ledger. */
export const scheduleFireSchema = z.strictObject({
  id: z.string(),
  scheduleId: z.uuid(),
  scheduledFor: timeSchema,
  outcome: fireOutcomeSchema,
  reason: z.string().nullable(),
  runId: z.uuid().nullable(),
  runStatus: runStatusSchema.nullable(),
  createdAt: timeSchema,
}).meta({ id: 'ScheduleFire' });
export type ScheduleFireRecord = z.infer<typeof scheduleFireSchema>;
