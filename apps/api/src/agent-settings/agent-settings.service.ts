import { Inject, Injectable } from '@nestjs/common';
import { revisionDiff } from '@roster/agents/agents';
import type { AgentConfigInput, AgentDraft, AgentPublicationRecord, AgentRecord, AgentRevisionRecord, Json, ListQuery, RevisionDiff, RevisionSelector } from '@roster/agents/contracts';
import { allowedOperations } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import type { AppAbility } from '@roster/permissions/ability';
import pg from 'pg';

import { sql, sqlCondition } from '../database/sql.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import { agentFactsOf, agentSettingsColumns, agentSettingsSource, type AgentSettingsRow } from './agent-settings-row.ts';
import { ContentFacts } from './content-facts.ts';
import { loadAgent, loadRevision } from './load-agent.ts';
import { presentAgent } from './present-agent.ts';
import { presentPublication, presentRevision, publicationsQuery, revisionsQuery, type PublicationRow, type RevisionListRow } from './revision-queries.ts';

const columns = {
  id: { sql: 'a.id', type: 'uuid' },
  slug: { sql: 'a.slug', type: 'text', search: true },
  name: { sql: 'a.name', type: 'text', search: true },
  description: { sql: 'a.description', type: 'text', search: true },
  enabled: { sql: 'a.active', type: 'boolean' },
  isPublic: { sql: 'a.is_public', type: 'boolean' },
  hidden: { sql: 'a.hidden', type: 'boolean' },
  workerOnly: { sql: 'a.worker_only', type: 'boolean' },
  publishedRevision: { sql: 'r.number', type: 'number' },
  createdAt: { sql: 'a.created_at', type: 'time' },
  updatedAt: { sql: 'a.updated_at', type: 'time' },
} as const satisfies ListColumns;

const factColumns = { agentId: 'a.id', kind: "'database'", isPublic: 'a.is_public', active: '(a.active AND a.published_revision_id IS NOT NULL)' };

/** Reads of database agents, each with the caller's ability. */
@Injectable()
export class AgentSettingsService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly facts: ContentFacts) {}

  async list(query: ListQuery, ability: AppAbility): Promise<ListPage<AgentRecord>> {
    const visible = sqlCondition(rulesToSql(ability, { operation: Operation.VIEW_AGENT, subject: 'Agent', fields: factColumns }));
    const page = await readList<AgentSettingsRow>(this.pool, {
      resource: 'agents/runtimes', query, columns, select: agentSettingsColumns, from: agentSettingsSource, visible: sql`a.deleted_at IS NULL AND (${visible})`,
    });
    return page.map((row) => presentAgent(row, ability, this.facts));
  }

  async get(agentId: string, ability: AppAbility): Promise<AgentRecord> {
    return presentAgent(await this.load(agentId, ability, Operation.VIEW_AGENT), ability, this.facts);
  }

  async draft(agentId: string, ability: AppAbility): Promise<AgentDraft> {
    const row = await this.load(agentId, ability, Operation.VIEW_INSTRUCTIONS);
    const basedOn = row.draftBasedOn === null ? null : (await this.pool.query<{ number: number | null }>(sql`SELECT number FROM agent_revisions WHERE id = ${row.draftBasedOn}`)).rows[0]?.number;
    return {
      content: row.draft,
      hash: row.draftHash,
      issues: this.facts.issuesOfStored(row.draft),
      basedOn: basedOn ?? null,
      contributors: row.draftContributors,
      updatedAt: row.draftUpdatedAt.toISOString(),
      can: allowedOperations(ability, agentFactsOf(row)),
    };
  }

  async revisions(agentId: string, ability: AppAbility): Promise<AgentRevisionRecord[]> {
    const row = await this.load(agentId, ability, Operation.VIEW_INSTRUCTIONS);
    const { rows } = await this.pool.query<RevisionListRow>(revisionsQuery(agentId, null));
    return rows.map((revision) => presentRevision(revision, row.publishedRevisionId));
  }

  async revision(agentId: string, number: number, ability: AppAbility): Promise<AgentRevisionRecord> {
    const row = await this.load(agentId, ability, Operation.VIEW_INSTRUCTIONS);
    const { rows } = await this.pool.query<RevisionListRow>(revisionsQuery(agentId, number));
    if (!rows[0]) throw new NotFoundError();
    return { ...presentRevision(rows[0], row.publishedRevisionId), content: rows[0].content };
  }

  async publications(agentId: string, ability: AppAbility): Promise<AgentPublicationRecord[]> {
    await this.load(agentId, ability, Operation.VIEW_INSTRUCTIONS);
    const { rows } = await this.pool.query<PublicationRow>(publicationsQuery(agentId));
    return rows.map(presentPublication);
  }

  /** Any pair. Errors: NotFoundError for a number that never was, or `published` with nothing live. */
  async diff(agentId: string, { from, to }: { from: RevisionSelector; to: RevisionSelector }, ability: AppAbility): Promise<RevisionDiff> {
    const row = await this.load(agentId, ability, Operation.VIEW_INSTRUCTIONS);
    const [before, after] = [await this.contentOf(row, from), await this.contentOf(row, to)];
    return revisionDiff(before as AgentConfigInput, after as AgentConfigInput);
  }

  private async contentOf(row: AgentSettingsRow, selector: RevisionSelector): Promise<Json> {
    if (selector === 'draft') return row.draft;
    if (selector !== 'published') return (await loadRevision(this.pool, row.id, selector)).content;
    if (row.publishedContent === null) throw new NotFoundError();
    return row.publishedContent;
  }

  private load(agentId: string, ability: AppAbility, operation: Operation): Promise<AgentSettingsRow> {
    return loadAgent(this.pool, agentId, { ability, operation });
  }
}
