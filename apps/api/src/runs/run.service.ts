import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery, RunDetail, RunRecord, RunStepRecord, RunTreeRecord, UsageTotals } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import pg from 'pg';

import { type Sql, sql, sqlCondition, sqlText } from '../database/sql.ts';
import { authorize } from '../http/authorize.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import { mayReadContent, presentRun, presentRunDetail, presentTreeNode } from './present-run.ts';
import { runColumns, type RunContent, runContentColumns, runFactColumns, runFacts, type RunRow, runSource, usageOf } from './run-row.ts';
import { type RunStepRow, presentStep, stepsQuery } from './run-steps.ts';

const columns = {
  id: { sql: 'r.id', type: 'uuid' },
  rootRunId: { sql: 'r.root_run_id', type: 'uuid' },
  parentRunId: { sql: 'r.parent_run_id', type: 'uuid' },
  sessionId: { sql: 'r.session_id', type: 'uuid' },
  agentId: { sql: 'r.agent_id', type: 'uuid' },
  agentName: { sql: 'r.agent_name', type: 'text', search: true },
  kind: { sql: 'r.kind', type: 'text' },
  status: { sql: 'r.status', type: 'text' },
  statusReason: { sql: 'r.status_reason', type: 'text' },
  scheduleId: { sql: `substr(r.idempotency_scope, 10)`, type: 'text' },
  createdAt: { sql: 'r.created_at', type: 'time' },
  startedAt: { sql: 'r.started_at', type: 'time' },
  finishedAt: { sql: 'r.finished_at', type: 'time' },
} as const satisfies ListColumns;

/** Reads of runs, each with the caller's ability: their starter, the owner of their thread, managers of their agent, administrators. */
@Injectable()
export class RunService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  async list(query: ListQuery, ability: AppAbility): Promise<ListPage<RunRecord>> {
    const visible = sqlCondition(rulesToSql(ability, { operation: Operation.VIEW_RUN, subject: 'Run', fields: runFactColumns }));
    const page = await readList<RunRow>(this.pool, { resource: 'runs', query, columns, select: runColumns, from: runSource, visible });
    return page.map((row) => presentRun(row, ability));
  }

  async get(runId: string, ability: AppAbility): Promise<RunDetail> {
    return presentRunDetail(await this.load(runId, ability, Operation.VIEW_RUN), ability);
  }

  /** The whole tree this run is part of, as seen from its root. */
  async tree(runId: string, ability: AppAbility): Promise<RunTreeRecord> {
    const { rootRunId } = await this.load(runId, ability, Operation.VIEW_RUN);
    authorize(ability, Operation.VIEW_RUN, runFacts(await this.load(rootRunId, ability, Operation.VIEW_RUN)));
    const { rows } = await this.pool.query<RunRow>(sql`SELECT ${runColumns} FROM ${runSource} WHERE r.root_run_id = ${rootRunId} ORDER BY r.depth, r.created_at, r.id`);
    const usage = new Map((await this.pool.query<{ runId: string; usage: UsageTotals }>(usageQuery(rootRunId))).rows.map((row) => [row.runId, row.usage]));
    const facts = await this.pool.query<Pick<RunTreeRecord, 'openRequests' | 'upToSeq' | 'usage'>>(treeFactsQuery(rootRunId));
    return { rootRunId, runs: rows.map((row) => ({ ...presentTreeNode(row), usage: usage.get(row.id)! })), ...facts.rows[0]! };
  }

  /** The journal of the run's current generation. */
  async steps(runId: string, ability: AppAbility): Promise<RunStepRecord[]> {
    const run = await this.load(runId, ability, Operation.VIEW_RUN);
    const isContentVisible = mayReadContent(run, ability);
    const { rows } = await this.pool.query<RunStepRow>(stepsQuery(runId));
    return rows.map((row) => presentStep(row, isContentVisible));
  }

  /** Errors: NotFoundError (missing or not viewable), PermissionDeniedError. */
  async load(runId: string, ability: AppAbility, operation: Operation): Promise<RunRow & RunContent> {
    const { rows } = await this.pool.query<RunRow & RunContent>(sql`SELECT ${runColumns}, ${runContentColumns} FROM ${runSource} WHERE r.id = ${runId}`);
    const row = rows[0] ?? null;
    authorize(ability, operation, row && runFacts(row));
    return row!;
  }
}

/** Each run's own calls: children count to themselves. */
const usageQuery = (rootRunId: string): Sql => sql`SELECT r.id AS "runId", ${sqlText(usageOf('l.run_id = r.id'))} AS usage FROM runs r WHERE r.root_run_id = ${rootRunId}`;

const treeFactsQuery = (rootRunId: string): Sql => sql`
  SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('requestId', h.id, 'runId', h.run_id, 'kind', h.kind, 'approvers', h.approvers) ORDER BY h.created_at, h.id), '[]')
      FROM human_requests h WHERE h.root_run_id = r.id AND h.status = 'pending') AS "openRequests",
    (SELECT s.last_seq::float8 FROM event_streams s WHERE s.stream_id = r.stream_id) AS "upToSeq",
    ${sqlText(usageOf('l.root_run_id = r.id'))} AS usage
  FROM runs r WHERE r.id = ${rootRunId}
`;
