import type { AgentPublicationRecord, AgentRevisionRecord, Json, Principal } from '@roster/agents/contracts';

import { type Sql, sql, sqlText } from '../database/sql.ts';

export interface RevisionListRow {
  id: string;
  number: number;
  content: Json;
  contentHash: string;
  basedOn: number | null;
  note: string;
  contributors: Principal[];
  createdBy: Principal;
  createdByName: string | null;
  createdAt: Date;
}

export interface PublicationRow {
  id: string;
  action: AgentPublicationRecord['action'];
  number: number | null;
  publishedBy: Principal;
  publishedByName: string | null;
  publishedAt: Date;
  note: string;
  proofId: string | null;
  overrideReason: string | null;
}

/** Name of the user or key behind a stored principal. */
const nameOf = (principal: string): Sql => sqlText(`coalesce(
  (SELECT u.name FROM users u WHERE u.id::text = ${principal}->>'userId'),
  (SELECT k.name FROM api_keys k WHERE k.id::text = ${principal}->>'apiKeyId'),
  ${principal}->>'name')`);

/** Newest first; one when a number is given. */
export const revisionsQuery = (agentId: string, number: number | null): Sql => sql`
  SELECT v.id, v.number, v.content, v.content_hash AS "contentHash", b.number AS "basedOn", v.note, v.contributors, v.created_by AS "createdBy",
    ${nameOf('v.created_by')} AS "createdByName", v.created_at AS "createdAt"
  FROM agent_revisions v LEFT JOIN agent_revisions b ON b.id = v.based_on
  WHERE v.agent_id = ${agentId} AND v.kind = 'published' AND (${number}::int IS NULL OR v.number = ${number})
  ORDER BY v.number DESC
`;

export const publicationsQuery = (agentId: string): Sql => sql`
  SELECT p.id, p.action, v.number, p.published_by AS "publishedBy", ${nameOf('p.published_by')} AS "publishedByName", p.published_at AS "publishedAt", p.note,
    p.proof_id AS "proofId", p.override_reason AS "overrideReason"
  FROM agent_publications p LEFT JOIN agent_revisions v ON v.id = p.revision_id
  WHERE p.agent_id = ${agentId} ORDER BY p.published_at DESC, p.id DESC
`;

export const presentRevision = ({ content: _content, createdAt, ...row }: RevisionListRow, liveRevisionId: string | null): AgentRevisionRecord => ({
  ...row, createdAt: createdAt.toISOString(), isLive: row.id === liveRevisionId,
});

export const presentPublication = ({ publishedAt, ...row }: PublicationRow): AgentPublicationRecord => ({ ...row, publishedAt: publishedAt.toISOString() });
