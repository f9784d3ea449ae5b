import { Inject, Injectable } from '@nestjs/common';
import type { AgentMember, AgentMemberKey, AgentMemberRecord } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { loadAgent, lockAgent } from './load-agent.ts';

type MemberRow = Omit<AgentMemberRecord, 'id' | 'createdAt' | 'can'> & { createdAt: Date };

/** Who may use or manage a database agent; also while it is inactive. */
@Injectable()
export class AgentMembers {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog) {}

  async list(caller: Caller, agentId: string): Promise<AgentMemberRecord[]> {
    await loadAgent(this.pool, agentId, { ability: caller.ability, operation: Operation.MANAGE_AGENT_ACCESS });
    const { rows } = await this.pool.query<MemberRow>(sql`
      SELECT m.subject_kind AS "subjectKind", m.subject_id AS "subjectId", m.can_manage AS "canManage", m.created_at AS "createdAt", coalesce(u.name, g.name, k.name, m.subject_id) AS name
      FROM agent_members m
      LEFT JOIN users u ON m.subject_kind = 'user' AND u.id::text = m.subject_id
      LEFT JOIN groups g ON m.subject_kind = 'group' AND g.id::text = m.subject_id
      LEFT JOIN api_keys k ON m.subject_kind = 'api_key' AND k.id::text = m.subject_id
      WHERE m.agent_id = ${agentId} ORDER BY m.can_manage DESC, name, m.subject_kind, m.subject_id
    `);
    return rows.map(present);
  }

  /** Adding a member again changes what it may do. */
  async add(caller: Caller, agentId: string, { subjectKind, subjectId, canManage }: AgentMember): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.MANAGE_AGENT_ACCESS });
      if (!(await exists(client, subjectKind, subjectId))) throw new InvalidValueError({ subjectId: { code: 'unknown_subject', message: 'There is no such user, group or key.' } });
      await client.query(sql`
        INSERT INTO agent_members (agent_id, subject_kind, subject_id, can_manage) VALUES (${agentId}, ${subjectKind}, ${subjectId}, ${canManage})
        ON CONFLICT (agent_id, subject_kind, subject_id) DO UPDATE SET can_manage = excluded.can_manage
      `);
      await this.audit.record(client, caller, { action: 'member_added', objectKind: 'agent', objectId: agentId, after: { subjectKind, subjectId, canManage } });
    });
  }

  /** Who remains; without a manager's right the caller may have removed its own. Errors: NotFoundError for somebody who is no member. */
  async remove(caller: Caller, agentId: string, { subjectKind, subjectId }: AgentMemberKey): Promise<AgentMemberRecord[]> {
    await inTransaction(this.pool, async (client) => {
      await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.MANAGE_AGENT_ACCESS });
      const removed = await client.query(sql`DELETE FROM agent_members WHERE agent_id = ${agentId} AND subject_kind = ${subjectKind} AND subject_id = ${subjectId}`);
      if (removed.rowCount === 0) throw new NotFoundError();
      await this.audit.record(client, caller, { action: 'member_removed', objectKind: 'agent', objectId: agentId, before: { subjectKind, subjectId } });
    });
    return this.list(caller, agentId);
  }
}

const present = ({ createdAt, ...row }: MemberRow): AgentMemberRecord => ({
  ...row, id: `${row.subjectKind}:${row.subjectId}`, createdAt: createdAt.toISOString(), can: [Operation.MANAGE_AGENT_ACCESS],
});

async function exists(client: pg.PoolClient, subjectKind: AgentMember['subjectKind'], subjectId: string): Promise<boolean> {
  switch (subjectKind) {
    case 'system': return true;
    case 'user': return (await client.query(sql`SELECT 1 FROM users WHERE id::text = ${subjectId}`)).rows.length > 0;
    case 'group': return (await client.query(sql`SELECT 1 FROM groups WHERE id::text = ${subjectId}`)).rows.length > 0;
    case 'api_key': return (await client.query(sql`SELECT 1 FROM api_keys WHERE id::text = ${subjectId}`)).rows.length > 0;
  }
}
