import { Inject, Injectable } from '@nestjs/common';
import type { UnpublishRequest } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { NoChangesError } from './errors/no-changes-error.ts';
import { lockAgent } from './load-agent.ts';
import { movePointer } from './move-pointer.ts';

/** Nothing is live any more: new runs cannot find the agent, running ones finish on the revision they began with. */
@Injectable()
export class UnpublishAgent {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog) {}

  async run(caller: Caller, agentId: string, { note }: UnpublishRequest): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const agent = await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.PUBLISH_AGENT });
      if (agent.publishedRevisionId === null) throw new NoChangesError();
      await movePointer(client, agent, { action: 'unpublish', revisionId: null, caller, note });
      await this.audit.record(client, caller, { action: 'agent_unpublished', objectKind: 'agent', objectId: agentId, before: { number: agent.publishedRevision }, ...(note && { reason: note }) });
    });
  }
}
