import { Inject, Injectable } from '@nestjs/common';
import type { RollbackRequest } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { ContentFacts } from './content-facts.ts';
import { NoChangesError } from './errors/no-changes-error.ts';
import { NotPublishableError } from './errors/not-publishable-error.ts';
import { loadRevision, lockAgent } from './load-agent.ts';
import { movePointer } from './move-pointer.ts';

/** An earlier revision goes live again, if it still can. The draft stays as it is. */
@Injectable()
export class RollBack {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog, private readonly facts: ContentFacts) {}

  async run(caller: Caller, agentId: string, { number, note }: RollbackRequest): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const agent = await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.PUBLISH_AGENT });
      const revision = await loadRevision(client, agentId, number);
      if (revision.id === agent.publishedRevisionId) throw new NoChangesError();
      const issues = this.facts.issuesOfStored(revision.content);
      if (issues.length > 0) throw new NotPublishableError(issues);
      await movePointer(client, agent, { action: 'rollback', revisionId: revision.id, caller, note });
      await this.audit.record(client, caller, {
        action: 'agent_rolled_back', objectKind: 'agent', objectId: agentId, reason: note, before: { number: agent.publishedRevision }, after: { number },
      });
    });
  }
}
