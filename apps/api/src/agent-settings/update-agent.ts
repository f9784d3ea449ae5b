import { Inject, Injectable } from '@nestjs/common';
import type { UpdateAgentRequest } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { AgentSettingsRow } from './agent-settings-row.ts';
import { lockAgent } from './load-agent.ts';

/** The fields of the row, which act at once. */
type RowFields = Pick<AgentSettingsRow, 'name' | 'description' | 'active' | 'isPublic' | 'hidden' | 'workerOnly'>;
const cleared = { description: '', active: true, isPublic: false, hidden: false, workerOnly: false } as const;

@Injectable()
export class UpdateAgent {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog) {}

  async run(caller: Caller, agentId: string, request: UpdateAgentRequest): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const agent = await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.UPDATE_AGENT });
      const before = rowFieldsOf(agent);
      const after = patched(before, request);
      await client.query(sql`
        UPDATE agent_settings SET name = ${after.name}, description = ${after.description}, active = ${after.active}, is_public = ${after.isPublic},
          hidden = ${after.hidden}, worker_only = ${after.workerOnly}, version = version + 1, updated_at = now()
        WHERE id = ${agentId}
      `);
      await this.audit.record(client, caller, { action: 'agent_updated', objectKind: 'agent', objectId: agentId, before: { ...before }, after: { ...after } });
    });
  }
}

const rowFieldsOf = ({ name, description, active, isPublic, hidden, workerOnly }: AgentSettingsRow): RowFields => ({ name, description, active, isPublic, hidden, workerOnly });

/** Absent keeps, null clears. */
function patched(before: RowFields, request: UpdateAgentRequest): RowFields {
  const given = Object.entries(request).map(([field, value]) => [field, value ?? cleared[field as keyof typeof cleared]] as const);
  return { ...before, ...(Object.fromEntries(given) as Partial<RowFields>) };
}
