import { Inject, Injectable } from '@nestjs/common';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import type { AgentSettingsRow } from './agent-settings-row.ts';
import { lockAgent } from './load-agent.ts';

/** Takes the agent away; its row and revisions stay for the runs and threads that name them. Errors: ConflictError while a run is open. */
@Injectable()
export class DeleteAgent {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog) {}

  async run(caller: Caller, agentId: string): Promise<AgentSettingsRow> {
    return inTransaction(this.pool, async (client) => {
      const agent = await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.DELETE_AGENT });
      const open = await client.query(sql`SELECT 1 FROM runs WHERE agent_id = ${agentId} AND status IN ('pending', 'running', 'suspended') LIMIT 1`);
      if (open.rows.length > 0) throw new ConflictError('This agent is at work. Cancel its runs, or wait for them.');
      await client.query(sql`UPDATE agent_settings SET deleted_at = now(), updated_at = now(), version = version + 1 WHERE id = ${agentId}`);
      await this.audit.record(client, caller, { action: 'agent_deleted', objectKind: 'agent', objectId: agentId, before: { slug: agent.slug, name: agent.name } });
      return agent;
    });
  }
}
