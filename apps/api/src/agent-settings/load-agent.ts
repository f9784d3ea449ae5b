import type { AppAbility } from '@roster/permissions/ability';
import type { Operation } from '@roster/permissions/operations';
import type { Pool, PoolClient } from 'pg';

import { sql } from '../database/sql.ts';
import { authorize } from '../http/authorize.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { type AgentRevisionRow, agentFactsOf, agentRevisionColumns, agentSettingsColumns, agentSettingsSource, type AgentSettingsRow } from './agent-settings-row.ts';

export type Queryable = Pick<Pool, 'query'> | PoolClient;

/** The agent the caller may do this with. Errors: NotFoundError (missing or not viewable), PermissionDeniedError. */
export async function loadAgent(client: Queryable, agentId: string, access: { ability: AppAbility; operation: Operation }): Promise<AgentSettingsRow> {
  const { rows } = await client.query<AgentSettingsRow>(sql`SELECT ${agentSettingsColumns} FROM ${agentSettingsSource} WHERE a.id = ${agentId} AND a.deleted_at IS NULL`);
  const row = rows[0] ?? null;
  authorize(access.ability, access.operation, row && agentFactsOf(row));
  return row!;
}

/** The same, locked until the transaction ends: drafts, publications and deletions of one agent happen one after the other. */
export async function lockAgent(client: PoolClient, agentId: string, access: { ability: AppAbility; operation: Operation }): Promise<AgentSettingsRow> {
  await client.query(sql`SELECT 1 FROM agent_settings WHERE id = ${agentId} AND deleted_at IS NULL FOR UPDATE`);
  return loadAgent(client, agentId, access);
}

/** A revision that was ever published. The caller has checked the agent. */
export async function loadRevision(client: Queryable, agentId: string, number: number): Promise<AgentRevisionRow> {
  const { rows } = await client.query<AgentRevisionRow>(sql`
    SELECT ${agentRevisionColumns} FROM agent_revisions v WHERE v.agent_id = ${agentId} AND v.kind = 'published' AND v.number = ${number}
  `);
  if (!rows[0]) throw new NotFoundError();
  return rows[0];
}
