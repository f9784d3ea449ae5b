import { newId } from '@roster/agents/kernel';
import type pg from 'pg';

import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import type { AgentSettingsRow } from './agent-settings-row.ts';

export interface Publication {
  action: 'publish' | 'rollback' | 'unpublish';
  revisionId: string | null;
  caller: Caller;
  note?: string | undefined;
  proofId?: string | undefined;
  overrideReason?: string | undefined;
}

/** The only place that changes what is live, and the log line that goes with it. */
export async function movePointer(client: pg.PoolClient, agent: AgentSettingsRow, publication: Publication): Promise<void> {
  const { action, revisionId, caller, note = '', proofId = null, overrideReason = null } = publication;
  await client.query(sql`UPDATE agent_settings SET published_revision_id = ${revisionId}, version = version + 1, updated_at = now() WHERE id = ${agent.id}`);
  await client.query(sql`
    INSERT INTO agent_publications (id, agent_id, action, revision_id, published_by, note, proof_id, override_reason)
    VALUES (${newId()}, ${agent.id}, ${action}, ${revisionId}, ${JSON.stringify(caller.principal)}, ${note}, ${proofId}, ${overrideReason})
  `);
}
