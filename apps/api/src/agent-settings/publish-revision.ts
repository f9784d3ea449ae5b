import { Inject, Injectable } from '@nestjs/common';
import type { PublishRequest } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { StaleVersionError } from '../http/errors/stale-version-error.ts';
import type { AgentSettingsRow } from './agent-settings-row.ts';
import { ContentFacts } from './content-facts.ts';
import { NoChangesError } from './errors/no-changes-error.ts';
import { NotPublishableError } from './errors/not-publishable-error.ts';
import { lockAgent } from './load-agent.ts';
import { movePointer } from './move-pointer.ts';
import { currentDraft } from './save-draft.ts';

/**
 * The draft becomes the next revision and goes live: number, revision, pointer, publication and audit row in one transaction under the agent's lock.
 * Errors: StaleVersionError (another draft), NoChangesError (equal to live), NotPublishableError.
 */
@Injectable()
export class PublishRevision {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog, private readonly facts: ContentFacts) {}

  async run(caller: Caller, agentId: string, request: PublishRequest): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const agent = await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.PUBLISH_AGENT });
      if (agent.draftHash !== request.expectedDraftHash) throw new StaleVersionError(currentDraft(agent, caller));
      if (agent.draftHash === agent.publishedHash) throw new NoChangesError();
      const issues = this.facts.issuesOfStored(agent.draft);
      if (issues.length > 0) throw new NotPublishableError(issues);
      const { revisionId, number } = await insertRevision(client, agent, { caller, note: request.note });
      await movePointer(client, agent, { action: 'publish', revisionId, caller, ...request });
      await client.query(sql`UPDATE agent_settings SET draft_based_on = ${revisionId}, draft_contributors = '[]' WHERE id = ${agentId}`);
      await this.audit.record(client, caller, {
        action: 'agent_published', objectKind: 'agent', objectId: agentId, reason: request.note, before: { number: agent.publishedRevision }, after: { number, hash: agent.draftHash },
      });
      return number;
    });
  }
}

async function insertRevision(client: pg.PoolClient, agent: AgentSettingsRow, { caller, note }: { caller: Caller; note: string }): Promise<{ revisionId: string; number: number }> {
  const revisionId = newId();
  const { rows } = await client.query<{ number: number }>(sql`
    INSERT INTO agent_revisions (id, agent_id, number, kind, content, content_hash, based_on, note, contributors, created_by)
    SELECT ${revisionId}, ${agent.id}, coalesce(max(v.number), 0) + 1, 'published', ${JSON.stringify(agent.draft)}, ${agent.draftHash}, ${agent.publishedRevisionId}, ${note},
      ${JSON.stringify(agent.draftContributors)}, ${JSON.stringify(caller.principal)}
    FROM agent_revisions v WHERE v.agent_id = ${agent.id}
    RETURNING number
  `);
  return { revisionId, number: rows[0]!.number };
}
