import type { Json, Principal } from '@roster/agents/contracts';
import type { AgentFacts } from '@roster/permissions/subjects';

import { type Sql, sqlText } from '../database/sql.ts';

/** A database agent with what is live. */
export interface AgentSettingsRow {
  id: string;
  slug: string;
  name: string;
  description: string;
  active: boolean;
  isPublic: boolean;
  hidden: boolean;
  workerOnly: boolean;
  publishedRevisionId: string | null;
  publishedRevision: number | null;
  publishedContent: Json | null;
  publishedHash: string | null;
  draft: Json;
  draftHash: string;
  draftBasedOn: string | null;
  draftContributors: Principal[];
  draftUpdatedAt: Date;
  version: number;
  createdBy: Principal;
  createdAt: Date;
  updatedAt: Date;
}

/** Reads as `FROM <agentSettingsSource>`; one live row each. */
export const agentSettingsColumns: Sql = sqlText(`
  a.id, a.slug, a.name, a.description, a.active, a.is_public AS "isPublic", a.hidden, a.worker_only AS "workerOnly",
  a.published_revision_id AS "publishedRevisionId", r.number AS "publishedRevision", r.content AS "publishedContent", r.content_hash AS "publishedHash",
  a.draft, a.draft_hash AS "draftHash", a.draft_based_on AS "draftBasedOn", a.draft_contributors AS "draftContributors", a.draft_updated_at AS "draftUpdatedAt",
  a.version, a.created_by AS "createdBy", a.created_at AS "createdAt", a.updated_at AS "updatedAt"
`);
export const agentSettingsSource: Sql = sqlText('agent_settings a LEFT JOIN agent_revisions r ON r.id = a.published_revision_id');

/** What the ability is asked about. Switched on but never published is not active either. */
export const agentFactsOf = (row: Pick<AgentSettingsRow, 'id' | 'isPublic' | 'active' | 'publishedRevisionId'>): AgentFacts => ({
  subject: 'Agent',
  agentId: row.id,
  kind: 'database',
  isPublic: row.isPublic,
  active: row.active && row.publishedRevisionId !== null,
});

export interface AgentRevisionRow {
  id: string;
  agentId: string;
  number: number | null;
  content: Json;
  contentHash: string;
  basedOn: string | null;
  note: string;
  contributors: Principal[];
  createdBy: Principal;
  createdAt: Date;
}

export const agentRevisionColumns: Sql = sqlText(`
  v.id, v.agent_id AS "agentId", v.number, v.content, v.content_hash AS "contentHash", v.based_on AS "basedOn", v.note, v.contributors,
  v.created_by AS "createdBy", v.created_at AS "createdAt"
`);
