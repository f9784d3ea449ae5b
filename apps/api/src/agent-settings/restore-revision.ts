import { Inject, Injectable } from '@nestjs/common';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { authorize } from '../http/authorize.ts';
import { requireMatch } from '../http/etag.ts';
import { agentFactsOf } from './agent-settings-row.ts';
import { loadRevision, lockAgent } from './load-agent.ts';
import { currentDraft, writeDraft } from './save-draft.ts';

/** Copies a revision into the draft; what is live stays. */
@Injectable()
export class RestoreRevision {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog) {}

  async run(caller: Caller, agentId: string, { ifMatch, number }: { ifMatch: string | undefined; number: number }): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const agent = await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.UPDATE_AGENT });
      authorize(caller.ability, Operation.VIEW_INSTRUCTIONS, agentFactsOf(agent)); // the draft would show what the revision says
      requireMatch(ifMatch, { version: agent.draftHash, current: currentDraft(agent, caller) });
      const revision = await loadRevision(client, agentId, number);
      await writeDraft(client, agent, { content: revision.content, hash: revision.contentHash, caller, basedOn: revision.id });
      await this.audit.record(client, caller, { action: 'draft_restored', objectKind: 'agent', objectId: agentId, before: { hash: agent.draftHash }, after: { hash: revision.contentHash, number } });
    });
  }
}
