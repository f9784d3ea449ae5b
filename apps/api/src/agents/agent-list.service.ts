import { Inject, Injectable } from '@nestjs/common';
import type { AgentDefinition } from '@roster/agents/agents';
import type { AgentRecord, ListQuery } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import pg from 'pg';

import { agentFactsOf, agentSettingsColumns, agentSettingsSource, type AgentSettingsRow } from '../agent-settings/agent-settings-row.ts';
import { presentAgent } from '../agent-settings/present-agent.ts';
import { type Sql, sql, sqlCondition } from '../database/sql.ts';
import { authorize } from '../http/authorize.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import { codeFacts } from './agent-builder.ts';
import { AgentCatalog } from './agent-catalog.ts';
import { AgentRowQuery } from './agent-row-query.ts';
import { presentCodeAgent, presentFactory } from './present-code-agent.ts';

const columns = {
  id: { sql: 'agents.id', type: 'uuid' },
  kind: { sql: 'agents.kind', type: 'text' },
  key: { sql: 'agents.key', type: 'text', search: true },
  slug: { sql: 'agents.slug', type: 'text', search: true },
  name: { sql: 'agents.name', type: 'text', search: true },
  description: { sql: 'agents.description', type: 'text', search: true },
  hidden: { sql: 'agents.hidden', type: 'boolean' },
  workerOnly: { sql: 'agents.worker_only', type: 'boolean' },
  active: { sql: 'agents.active', type: 'boolean' },
  isPublic: { sql: 'agents.is_public', type: 'boolean' },
} as const satisfies ListColumns;

const factColumns = { agentId: 'agents.id', kind: 'agents.kind', isPublic: 'agents.is_public', active: 'agents.active' };

interface ListedAgent { id: string; kind: 'code' | 'database' }

/** Both kinds of agents as one list: one order, one total, one ability in SQL. A broken row shows what is wrong with it and breaks nothing else. */
@Injectable()
export class AgentListService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly catalog: AgentCatalog, private readonly rows: AgentRowQuery) {}

  async list(query: ListQuery, ability: AppAbility): Promise<ListPage<AgentRecord>> {
    const visible = sqlCondition(rulesToSql(ability, { operation: Operation.VIEW_AGENT, subject: 'Agent', fields: factColumns }));
    const shown = namesHidden(query) ? sql`true` : sql`NOT agents.hidden`;
    const page = await readList<ListedAgent>(this.pool, {
      resource: 'agents', query, columns, select: sql`agents.id, agents.kind`, from: this.everyAgent(), visible: sql`${shown} AND (${visible})`,
    });
    const rows = await this.rowsOf(page.items.filter(({ kind }) => kind === 'database').map(({ id }) => id));
    return page.map(({ id }) => {
      const row = rows.get(id);
      return row ? presentAgent(row, ability, this.catalog) : this.presentCode(id, ability);
    });
  }

  /** By id, key or slug. */
  async get(name: string, ability: AppAbility): Promise<AgentRecord> {
    const code = this.catalog.registry.get(name)?.agentId ?? this.catalog.factory(name)?.agentId;
    if (code !== undefined) {
      authorize(ability, Operation.VIEW_AGENT, codeFacts(code));
      return this.presentCode(code, ability);
    }
    const row = await this.rows.find(name);
    authorize(ability, Operation.VIEW_AGENT, row && agentFactsOf(row));
    return presentAgent(row!, ability, this.catalog);
  }

  private presentCode(agentId: string, ability: AppAbility): AgentRecord {
    const definition = this.catalog.registry.get(agentId);
    if (definition) return presentCodeAgent(definition, ability, this.catalog.modelOfCode(definition));
    const factory = this.catalog.factory(agentId);
    if (!factory) throw new NotFoundError();
    return presentFactory(factory, ability);
  }

  private everyAgent(): Sql {
    const code = [...this.catalog.registry.list().map(definitionRow), ...this.catalog.listFactories().map(({ agentId, agentKey, displayName }) => ({ id: agentId, key: agentKey, name: displayName, description: '', hidden: false, worker_only: true }))];
    return sql`(
      SELECT a.id, 'database' AS kind, NULL AS key, a.slug, a.name, a.description, a.hidden, a.worker_only, a.is_public, (a.active AND a.published_revision_id IS NOT NULL) AS active
      FROM agent_settings a WHERE a.deleted_at IS NULL
      UNION ALL
      SELECT c.id, 'code', c.key, NULL, c.name, c.description, c.hidden, c.worker_only, false, true
      FROM jsonb_to_recordset(${JSON.stringify(code)}::jsonb) AS c(id uuid, key text, name text, description text, hidden boolean, worker_only boolean)
    ) agents`;
  }

  private async rowsOf(ids: readonly string[]): Promise<Map<string, AgentSettingsRow>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<AgentSettingsRow>(sql`SELECT ${agentSettingsColumns} FROM ${agentSettingsSource} WHERE a.id = ANY(${ids}::uuid[])`);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

const definitionRow = ({ agentId, agentKey, attributes }: AgentDefinition) => ({
  id: agentId, key: agentKey, name: attributes.displayName, description: attributes.description, hidden: attributes.hidden, worker_only: attributes.workerOnly,
});

/** Hidden agents are left out of lists unless one asks for them, or for agents by id. */
function namesHidden({ filter }: ListQuery): boolean {
  return filter !== undefined && /"(?:hidden|id)"\s*:/.test(filter);
}
