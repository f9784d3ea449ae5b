import { Inject, Injectable } from '@nestjs/common';
import { contentHash } from '@roster/agents/agents';
import { agentConfigSchema, type AgentConfig, type AgentRecord, type CreateAgentRequest } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { Principals } from '../auth/principals.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import { ContentFacts } from './content-facts.ts';
import { loadAgent } from './load-agent.ts';
import { presentAgent } from './present-agent.ts';
import { freeSlug, slugOf } from './slug.ts';

/** A new agent with a draft and nothing live; whoever creates it manages it. */
@Injectable()
export class CreateAgent {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly audit: AuditLog, private readonly facts: ContentFacts, private readonly principals: Principals) {}

  async run(caller: Caller, request: CreateAgentRequest): Promise<AgentRecord> {
    const agentId = await this.create(caller, request);
    const ability = (await this.principals.load(caller.principal))?.ability ?? caller.ability; // the new membership counts at once
    return presentAgent(await loadAgent(this.pool, agentId, { ability, operation: Operation.VIEW_AGENT }), ability, this.facts);
  }

  private async create(caller: Caller, request: CreateAgentRequest): Promise<string> {
    return inTransaction(this.pool, async (client) => {
      const agentId = newId();
      const slug = await this.slugFor(client, request);
      const draft = agentConfigSchema.parse(request.baseClass === undefined ? {} : { baseClass: request.baseClass });
      await client.query(insertAgent({ agentId, slug, request, draft, caller }));
      await client.query(sql`INSERT INTO agent_members (agent_id, subject_kind, subject_id, can_manage) VALUES (${agentId}, 'user', ${caller.userId}, true)`);
      await this.audit.record(client, caller, { action: 'agent_created', objectKind: 'agent', objectId: agentId, after: { slug, name: request.name } });
      return agentId;
    });
  }

  private async slugFor(client: pg.PoolClient, { slug, name }: CreateAgentRequest): Promise<string> {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtext('agent_settings.slug'))`); // two equal names at once must not meet at the index
    const { rows } = await client.query<{ slug: string }>(sql`SELECT slug FROM agent_settings WHERE deleted_at IS NULL`);
    const slugs = new Set(rows.map((row) => row.slug));
    const isTaken = (candidate: string) => slugs.has(candidate) || this.facts.isAgentKey(candidate);
    if (slug === undefined) return freeSlug(slugOf(name), isTaken);
    if (isTaken(slug)) throw new ConflictError(`There is an agent called ${slug} already.`);
    return slug;
  }
}

interface NewAgent { agentId: string; slug: string; request: CreateAgentRequest; draft: AgentConfig; caller: Caller }

const insertAgent = ({ agentId, slug, request, draft, caller }: NewAgent) => sql`
  INSERT INTO agent_settings (id, slug, name, description, is_public, hidden, worker_only, draft, draft_hash, created_by)
  VALUES (${agentId}, ${slug}, ${request.name}, ${request.description ?? ''}, ${request.isPublic ?? false}, ${request.hidden ?? false}, ${request.workerOnly ?? false},
    ${JSON.stringify(draft)}, ${contentHash(draft)}, ${JSON.stringify(caller.principal)})
`;

