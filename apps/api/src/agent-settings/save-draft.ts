import { Inject, Injectable } from '@nestjs/common';
import { contentHash } from '@roster/agents/agents';
import type { AgentConfig, Json } from '@roster/agents/contracts';
import { canonicalJson } from '@roster/agents/kernel';
import { decide } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { requireMatch } from '../http/etag.ts';
import { agentFactsOf, type AgentSettingsRow } from './agent-settings-row.ts';
import { lockAgent } from './load-agent.ts';

/** Replaces the shared draft. What is live does not change. Errors: PreconditionRequiredError, StaleVersionError with the current draft. */
@Injectable()
export class SaveDraft {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog) {}

  async run(caller: Caller, agentId: string, { ifMatch, content }: { ifMatch: string | undefined; content: AgentConfig }): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const agent = await lockAgent(client, agentId, { ability: caller.ability, operation: Operation.UPDATE_AGENT });
      requireMatch(ifMatch, { version: agent.draftHash, current: currentDraft(agent, caller) });
      const hash = contentHash(content);
      if (hash === agent.draftHash) return;
      await writeDraft(client, agent, { content, hash, caller, basedOn: agent.draftBasedOn });
      await this.audit.record(client, caller, { action: 'draft_saved', objectKind: 'agent', objectId: agentId, before: { hash: agent.draftHash }, after: { hash } });
    });
  }
}

/** What a 412 shows: the content only to those who may read it. */
export function currentDraft(agent: AgentSettingsRow, { ability }: Caller): Json {
  const isReadable = decide(ability, Operation.VIEW_INSTRUCTIONS, agentFactsOf(agent)).allowed;
  return { hash: agent.draftHash, ...(isReadable && { content: agent.draft }) };
}

interface DraftWrite { content: Json; hash: string; caller: Caller; basedOn: string | null }

/** Remembers who contributed since something was last published. */
export async function writeDraft(client: pg.PoolClient, agent: AgentSettingsRow, { content, hash, caller, basedOn }: DraftWrite): Promise<void> {
  const known = agent.draftContributors.some((principal) => canonicalJson(principal) === canonicalJson(caller.principal));
  const contributors = known ? agent.draftContributors : [...agent.draftContributors, caller.principal];
  await client.query(sql`
    UPDATE agent_settings SET draft = ${JSON.stringify(content)}, draft_hash = ${hash}, draft_based_on = ${basedOn}, draft_contributors = ${JSON.stringify(contributors)},
      draft_updated_at = now(), updated_at = now(), version = version + 1
    WHERE id = ${agent.id}
  `);
}
