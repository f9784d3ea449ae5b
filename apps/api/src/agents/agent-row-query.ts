import { Inject, Injectable } from '@nestjs/common';
import type { Json } from '@roster/agents/contracts';
import type { AgentRevision } from '@roster/agents/kernel';
import pg from 'pg';
import { z } from 'zod';

import { agentSettingsColumns, agentSettingsSource, type AgentSettingsRow } from '../agent-settings/agent-settings-row.ts';
import { prepared, type Sql, sql } from '../database/sql.ts';

/** Revisions never change, so these may be kept: at most this many. */
const MAX_CACHED_REVISIONS = 500;

/** Reads of database agents for the engine, which asks permissions itself. The live pointer is read every time: a publish is seen at once, everywhere. */
@Injectable()
export class AgentRowQuery {
  private readonly revisions = new Map<string, AgentRevision>();

  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** By id, then slug; not deleted. */
  async find(idOrSlug: string): Promise<AgentSettingsRow | null> {
    const byId = z.uuid().safeParse(idOrSlug).success ? await this.one('agent_by_id', sql`a.id = ${idOrSlug} AND a.deleted_at IS NULL`) : null;
    return byId ?? this.one('agent_by_slug', sql`a.slug = ${idOrSlug} AND a.deleted_at IS NULL`);
  }

  /** Deleted ones too: a run that has begun is finished. */
  async findForRun(agentId: string): Promise<AgentSettingsRow | null> {
    return z.uuid().safeParse(agentId).success ? this.one('agent_for_run', sql`a.id = ${agentId}`) : null;
  }

  async revision(revisionId: string): Promise<AgentRevision | null> {
    const known = this.revisions.get(revisionId);
    if (known) return known;
    const { rows } = await this.pool.query<{ id: string; number: number | null; content: Json; contentHash: string }>(sql`
      SELECT id, number, content, content_hash AS "contentHash" FROM agent_revisions WHERE id = ${revisionId}
    `);
    if (!rows[0]) return null;
    this.revisions.set(revisionId, rows[0]);
    if (this.revisions.size > MAX_CACHED_REVISIONS) this.revisions.delete(this.revisions.keys().next().value ?? revisionId);
    return rows[0];
  }

  async revisionByNumber(agentId: string, number: number): Promise<AgentRevision | null> {
    const { rows } = await this.pool.query<{ id: string }>(sql`SELECT id FROM agent_revisions WHERE agent_id = ${agentId} AND kind = 'published' AND number = ${number}`);
    return rows[0] ? this.revision(rows[0].id) : null;
  }

  private async one(name: string, condition: Sql): Promise<AgentSettingsRow | null> {
    const { rows } = await this.pool.query<AgentSettingsRow>(prepared(name, sql`SELECT ${agentSettingsColumns} FROM ${agentSettingsSource} WHERE ${condition}`));
    return rows[0] ?? null;
  }
}
