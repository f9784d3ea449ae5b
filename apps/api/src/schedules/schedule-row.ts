import type { Principal, RunStatus, ScheduleMissed, ScheduleOverlap } from '@roster/agents/contracts';
import { principalOwner } from '@roster/permissions/principal-owner';
import type { ScheduleFacts } from '@roster/permissions/subjects';

import { type Sql, sql, sqlText } from '../database/sql.ts';

export interface ScheduleRow {
  id: string;
  name: string;
  label: string;
  origin: 'code' | 'row';
  agentId: string;
  agentKind: 'code' | 'database';
  agentIsPublic: boolean;
  agentActive: boolean;
  /** Of a database agent. */
  agentName: string | null;
  input: string;
  cron: string;
  timezone: string;
  enabled: boolean;
  overlap: ScheduleOverlap;
  missed: ScheduleMissed;
  maxCatchUp: number;
  maxConcurrent: number;
  timeoutMs: number;
  startsAt: Date | null;
  endsAt: Date | null;
  nextFireAt: Date | null;
  lastRunAt: Date | null;
  principal: Principal;
  principalName: string | null;
  owner: Principal;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ScheduleFireRow {
  scheduleId: string;
  scheduledFor: Date;
  outcome: 'run' | 'queued' | 'missed' | 'skipped';
  reason: string | null;
  runId: string | null;
  runStatus: RunStatus | null;
  createdAt: Date;
}

const agentKind = `CASE WHEN a.id IS NULL THEN 'code' ELSE 'database' END`;
const agentActive = `(a.id IS NULL OR (a.active AND a.published_revision_id IS NOT NULL AND a.deleted_at IS NULL))`;

export const scheduleColumns: Sql = sqlText(`
  s.id, s.name, s.label, s.origin, s.agent_id AS "agentId", ${agentKind} AS "agentKind", coalesce(a.is_public, false) AS "agentIsPublic", ${agentActive} AS "agentActive", a.name AS "agentName",
  s.input, s.cron, s.timezone, s.enabled, s.overlap, s.missed, s.max_catch_up AS "maxCatchUp", s.max_concurrent AS "maxConcurrent", s.timeout_ms AS "timeoutMs",
  s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.next_fire_at AS "nextFireAt",
  (SELECT max(r.finished_at) FROM runs r WHERE r.idempotency_scope = 'schedule:' || s.id AND r.status = 'completed') AS "lastRunAt",
  s.principal, coalesce((SELECT u.name FROM users u WHERE u.id::text = s.principal->>'userId'), s.principal->>'name') AS "principalName", s.owner, s.version,
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`);
export const scheduleSource: Sql = sqlText('schedules s LEFT JOIN agent_settings a ON a.id = s.agent_id');

export const scheduleFactColumns = {
  ownerKind: `(s.owner->>'kind')`, ownerId: `coalesce(s.owner->>'userId', s.owner->>'apiKeyId', s.owner->>'name')`, endUser: `(s.owner->>'endUser')`,
  agentId: 's.agent_id', agentKind: `(${agentKind})`, agentIsPublic: 'coalesce(a.is_public, false)', agentActive,
};

export type ScheduleFactRow = Pick<ScheduleRow, 'owner' | 'agentId' | 'agentKind' | 'agentIsPublic' | 'agentActive'>;

export const scheduleFacts = ({ owner, agentId, agentKind: kind, agentIsPublic, agentActive: active }: ScheduleFactRow): ScheduleFacts => ({
  subject: 'Schedule', ...principalOwner(owner), agentId, agentKind: kind, agentIsPublic, agentActive: active,
});

/** Its runs carry this scope; the key is the slot's. */
export const scheduleScope = (scheduleId: string): string => `schedule:${scheduleId}`;
export const slotKey = (scheduleId: string, slot: Date): string => `sched:${scheduleId}:${slot.getTime()}`;

/** Runs of the schedule that have not ended. */
export const openRunsQuery = (scheduleId: string): Sql => sql`
  SELECT count(*)::int AS open FROM runs WHERE idempotency_scope = ${scheduleScope(scheduleId)} AND status IN ('pending', 'running', 'suspended')
`;
