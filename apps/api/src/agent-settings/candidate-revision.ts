import { newId } from '@roster/agents/kernel';
import type pg from 'pg';

import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { type AgentRevisionRow, agentRevisionColumns, type AgentSettingsRow } from './agent-settings-row.ts';

/** The draft, frozen for a test run: a revision without a number, reused while the draft's content is the same. */
export async function candidateRevision(client: pg.PoolClient, agent: AgentSettingsRow, caller: Pick<Caller, 'principal'>): Promise<AgentRevisionRow> {
  await client.query(sql`
    INSERT INTO agent_revisions (id, agent_id, number, kind, content, content_hash, based_on, contributors, created_by)
    VALUES (${newId()}, ${agent.id}, NULL, 'candidate', ${JSON.stringify(agent.draft)}, ${agent.draftHash}, ${agent.publishedRevisionId}, ${JSON.stringify(agent.draftContributors)},
      ${JSON.stringify(caller.principal)})
    ON CONFLICT (agent_id, content_hash) WHERE kind = 'candidate' DO NOTHING
  `);
  const { rows } = await client.query<AgentRevisionRow>(sql`
    SELECT ${agentRevisionColumns} FROM agent_revisions v WHERE v.agent_id = ${agent.id} AND v.kind = 'candidate' AND v.content_hash = ${agent.draftHash}
  `);
  return rows[0]!;
}
