import type { RunDetail, RunRecord, RunTreeNode } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations, decide } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';

import { type RunContent, runFacts, type RunRow, threadFactsOf } from './run-row.ts';

export function presentRun({ agentKind: _kind, ...row }: RunRow & Partial<RunContent>, ability: AppAbility): RunRecord {
  const { input: _input, output: _output, partial: _partial, ...record } = row;
  return {
    ...record,
    deadlineAt: record.deadlineAt.toISOString(),
    createdAt: record.createdAt.toISOString(),
    startedAt: isoOrNull(record.startedAt),
    finishedAt: isoOrNull(record.finishedAt),
    can: allowedOperations(ability, runFacts({ ...record, agentKind: _kind })),
  };
}

export function presentRunDetail(row: RunRow & RunContent, ability: AppAbility): RunDetail {
  const isContentVisible = mayReadContent(row, ability);
  return { ...presentRun(row, ability), isContentVisible, ...(isContentVisible && { input: row.input, output: row.output, partial: row.partial }) };
}

/** A conversation's content belongs to its owner: managers of the agent see that it ran, not what was said. */
export const mayReadContent = (row: RunRow, ability: AppAbility): boolean => row.sessionId === null || decide(ability, Operation.VIEW_MESSAGES, threadFactsOf(row)).allowed;

export const presentTreeNode = (row: RunRow): RunTreeNode => ({
  runId: row.id,
  rootRunId: row.rootRunId,
  parentRunId: row.parentRunId,
  parentToolCallId: row.parentToolCallId,
  kind: row.kind,
  agentId: row.agentId,
  agentName: row.agentName,
  revision: row.revision,
  depth: row.depth,
  status: row.status,
  statusReason: row.statusReason,
  exitReason: row.exitReason,
  cancelReason: row.cancelReason,
  truncated: row.truncated,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  startedAt: isoOrNull(row.startedAt),
  finishedAt: isoOrNull(row.finishedAt),
  usage: row.usage,
});

const isoOrNull = (value: Date | null): string | null => value?.toISOString() ?? null;
