import { Inject, Injectable } from '@nestjs/common';
import type { HumanRequestKind, HumanRequestStatus, Json, ListQuery, Principal } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import { principalOwner } from '@roster/permissions/principal-owner';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import type { HumanRequestFacts } from '@roster/permissions/subjects';
import pg from 'pg';
import type { Caller } from '../auth/caller.ts';
import { principalNameSql } from '../auth/principal-name-sql.ts';
import { sql, sqlCondition, sqlText } from '../database/sql.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';

export interface HumanRequest {
  id: string;
  kind: HumanRequestKind;
  status: HumanRequestStatus;
  card: Json;
  risk: 'safe' | 'high' | 'critical' | null;
  approvers: 'owner' | 'manager' | 'operator';
  runId: string;
  rootRunId: string;
  sessionId: string | null;
  agentId: string;
  agentName: string;
  agentKind: 'code' | 'database';
  principal: Principal;
  requestedBy: string | null;
  decision: Json | null;
  decidedBy: Json | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  expiresAt: Date | null;
  createdAt: Date;
}

const agentKind = "case when exists (select from agent_settings s where s.id = h.agent_id) then 'database' else 'code' end";
const select = sqlText(`h.id, h.kind, h.status, h.card, h.risk, h.approvers, h.run_id as "runId", h.root_run_id as "rootRunId", h.session_id as "sessionId", h.agent_id as "agentId",
  r.agent_name as "agentName", ${agentKind} as "agentKind", r.principal, ${principalNameSql('r.principal')} as "requestedBy",
  h.decision, h.decided_by as "decidedBy", ${principalNameSql('h.decided_by')} as "decidedByName",
  h.decided_at as "decidedAt", h.expires_at as "expiresAt", h.created_at as "createdAt"`);
const from = sqlText('human_requests h join runs r on r.id = h.run_id');

const columns: ListColumns = {
  id: { sql: 'h.id', type: 'uuid' },
  kind: { sql: 'h.kind', type: 'text' },
  status: { sql: 'h.status', type: 'text' },
  runId: { sql: 'h.run_id', type: 'uuid' },
  rootRunId: { sql: 'h.root_run_id', type: 'uuid' },
  sessionId: { sql: 'h.session_id', type: 'uuid' },
  agentId: { sql: 'h.agent_id', type: 'uuid' },
  risk: { sql: 'h.risk', type: 'text' },
  createdAt: { sql: 'h.created_at', type: 'time' },
  decidedAt: { sql: 'h.decided_at', type: 'time' },
};
const facts = {
  ownerKind: "(r.principal ->> 'kind')", ownerId: "coalesce(r.principal ->> 'userId', r.principal ->> 'apiKeyId', r.principal ->> 'name')", endUser: "(r.principal ->> 'endUser')",
  agentId: 'h.agent_id', agentKind: `(${agentKind})`, approvers: 'h.approvers',
};

/** Reads requests; what nobody may see is not there. */
@Injectable()
export class HumanRequestService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  list({ ability }: Caller, query: ListQuery): Promise<ListPage<HumanRequest>> {
    const visible = sqlCondition(rulesToSql(ability, { operation: Operation.VIEW_RUN, subject: 'HumanRequest', fields: facts }));
    return readList<HumanRequest>(this.pool, { resource: 'human-requests', query, columns, select, from, visible });
  }

  async find(requestId: string): Promise<HumanRequest | null> {
    const { rows } = await this.pool.query<HumanRequest>(sql`select ${select} from ${from} where h.id = ${requestId}`);
    return rows[0] ?? null;
  }
}

export function humanRequestFacts({ principal, agentId, agentKind: kind, approvers }: HumanRequest): HumanRequestFacts {
  return { subject: 'HumanRequest', ...principalOwner(principal), agentId, agentKind: kind, approvers };
}
