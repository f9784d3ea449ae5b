import type { Json, Principal, RunError, RunKind, RunRecord, RunStatus, StatusReason, UsageTotals } from '@roster/agents/contracts';
import { principalOwner } from '@roster/permissions/principal-owner';
import type { RunFacts, ThreadFacts } from '@roster/permissions/subjects';

import { principalNameSql } from '../auth/principal-name-sql.ts';
import { sqlText } from '../database/sql.ts';

export interface RunRow {
  id: string;
  rootRunId: string;
  parentRunId: string | null;
  parentToolCallId: string | null;
  kind: RunKind;
  agentId: string;
  agentName: string;
  agentKind: 'code' | 'database';
  revision: RunRecord['revision'];
  depth: number;
  status: RunStatus;
  statusReason: StatusReason | null;
  exitReason: string | null;
  cancelReason: string | null;
  truncated: boolean;
  error: RunError | null;
  sessionId: string | null;
  scheduleId: string | null;
  principal: Principal;
  startedBy: string | null;
  labels: Record<string, string>;
  attempt: number;
  crashCount: number;
  activeMs: number;
  deadlineAt: Date;
  configurationHash: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  usage: UsageTotals;
}

export interface RunContent { input: Json; output: Json | null; partial: Json | null }

const agentKind = `CASE WHEN EXISTS (SELECT FROM agent_settings s WHERE s.id = r.agent_id) THEN 'database' ELSE 'code' END`;
const ownerId = `coalesce(r.principal->>'userId', r.principal->>'apiKeyId', r.principal->>'name')`;

/** Of the whole tree for a root, of the run itself for a child. */
export const usageOf = (condition: string): string => `(
  SELECT jsonb_build_object('calls', count(*), 'inputTokens', coalesce(sum(l.input_tokens), 0), 'outputTokens', coalesce(sum(l.output_tokens), 0),
    'totalTokens', coalesce(sum(coalesce(l.input_tokens, 0) + coalesce(l.output_tokens, 0)), 0), 'costMicros', coalesce(sum(l.cost_micros), 0),
    'unknownCalls', count(*) FILTER (WHERE l.cost_micros IS NULL))
  FROM usage_ledger l WHERE ${condition})`;

export const runColumns = sqlText(`
  r.id, r.root_run_id AS "rootRunId", r.parent_run_id AS "parentRunId", r.parent_tool_call_id AS "parentToolCallId", r.kind, r.agent_id AS "agentId", r.agent_name AS "agentName",
  ${agentKind} AS "agentKind", CASE WHEN v.kind = 'candidate' THEN to_jsonb('draft'::text) ELSE to_jsonb(v.number) END AS revision, r.depth, r.status, r.status_reason AS "statusReason",
  r.exit_reason AS "exitReason", r.cancel_reason AS "cancelReason", r.truncated, r.error, r.session_id AS "sessionId",
  CASE WHEN r.idempotency_scope LIKE 'schedule:%' THEN substr(r.idempotency_scope, 10) END AS "scheduleId", r.principal,
  ${principalNameSql('r.principal')} AS "startedBy",
  r.labels, r.attempt, r.crash_count AS "crashCount", r.budget_used_ms::float8 AS "activeMs", r.deadline_at AS "deadlineAt", r.configuration_hash AS "configurationHash",
  r.created_at AS "createdAt", r.started_at AS "startedAt", r.finished_at AS "finishedAt",
  CASE WHEN r.parent_run_id IS NULL THEN ${usageOf('l.root_run_id = r.id')} ELSE ${usageOf('l.run_id = r.id')} END AS usage`);

export const runContentColumns = sqlText('r.input, r.output, r.partial');
export const runSource = sqlText('runs r LEFT JOIN agent_revisions v ON v.id = r.agent_revision_id');

/** What the ability asks, as SQL. */
export const runFactColumns = {
  ownerKind: `(r.principal->>'kind')`, ownerId, endUser: `(r.principal->>'endUser')`, agentId: 'r.agent_id', agentKind: `(${agentKind})`,
};

export const runFacts = (row: RunRow): RunFacts => ({ subject: 'Run', ...principalOwner(row.principal), agentId: row.agentId, agentKind: row.agentKind });

/** The conversation a run belongs to is its principal's. */
export const threadFactsOf = (row: RunRow): ThreadFacts => ({ subject: 'Thread', ...principalOwner(row.principal), agentId: row.agentId });
