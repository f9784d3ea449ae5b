import type { Principal } from '@roster/agents/contracts';
import type { AbilityFacts, Grant, Role } from '@roster/permissions/ability';
import { operations, type Operation } from '@roster/permissions/operations';
import type pg from 'pg';

/** Everything an ability follows from, in one statement. $1 the user (or the key's owner), $2 the key or null. */
const RIGHTS = `
  WITH own_groups AS (SELECT group_id FROM group_members WHERE user_id = $1)
  SELECT users.email, users.name, users.role,
    (SELECT coalesce(json_agg(group_id), '[]') FROM own_groups) AS groups,
    (SELECT coalesce(json_agg(json_build_object('agentId', agent_id, 'canManage', can_manage)), '[]') FROM agent_members
      WHERE (subject_kind = 'user' AND subject_id = $1::text) OR (subject_kind = 'group' AND subject_id IN (SELECT group_id::text FROM own_groups))) AS memberships,
    (SELECT coalesce(json_agg(json_build_object('grantId', id, 'subjectKind', subject_kind, 'operation', operation, 'effect', effect, 'agentId', agent_id)), '[]') FROM grants
      WHERE (subject_kind = 'user' AND subject_id = $1) OR (subject_kind = 'group' AND subject_id IN (SELECT group_id FROM own_groups)) OR (subject_kind = 'api_key' AND subject_id = $2)) AS grants,
    api_keys.operations AS key_operations, api_keys.agent_ids AS key_agents
  FROM users LEFT JOIN api_keys ON api_keys.id = $2 WHERE users.id = $1`;

const SYSTEM_MEMBERSHIPS = `SELECT coalesce(json_agg(json_build_object('agentId', agent_id, 'canManage', can_manage)), '[]') AS memberships
  FROM agent_members WHERE subject_kind = 'system' AND subject_id = $1`;

type Rights = Omit<AbilityFacts, 'classChains'>;
export interface PersonRights { user: { id: string; email: string; name: string; role: Role }; facts: Rights }

interface RightsRow {
  email: string;
  name: string;
  role: Role;
  groups: string[];
  memberships: AbilityFacts['agentMemberships'];
  grants: Grant[];
  key_operations: string[] | null;
  key_agents: string[] | null;
}

export async function readRights(pool: pg.Pool, principal: Exclude<Principal, { kind: 'system' }>): Promise<PersonRights | null> {
  const apiKeyId = principal.kind === 'apiKey' ? principal.apiKeyId : null;
  const userId = principal.kind === 'user' ? principal.userId : await ownerOfKey(pool, principal.apiKeyId);
  if (userId === null) return null;
  const { rows } = await pool.query<RightsRow>(RIGHTS, [userId, apiKeyId]);
  const [row] = rows;
  if (!row) return null;
  const keyScope = row.key_operations && { operations: row.key_operations.filter(isOperation), agentIds: row.key_agents ?? ('all' as const) };
  return {
    user: { id: userId, email: row.email, name: row.name, role: row.role },
    facts: {
      principal, userId, role: row.role, groupIds: row.groups, agentMemberships: row.memberships, memoryMemberships: [],
      grants: row.grants.filter(({ operation }) => isOperation(operation)), ...(keyScope && { keyScope }),
    },
  };
}

/** The platform itself: what any signed-in user may, plus memberships that name it. */
export async function readSystemRights(pool: pg.Pool, principal: Extract<Principal, { kind: 'system' }>): Promise<Rights> {
  const { rows } = await pool.query<{ memberships: AbilityFacts['agentMemberships'] }>(SYSTEM_MEMBERSHIPS, [principal.name]);
  return { principal, role: 'user', userId: null, groupIds: [], agentMemberships: rows[0]?.memberships ?? [], memoryMemberships: [], grants: [] };
}

async function ownerOfKey(pool: pg.Pool, apiKeyId: string): Promise<string | null> {
  const { rows } = await pool.query<{ owner_id: string }>('SELECT owner_id FROM api_keys WHERE id = $1', [apiKeyId]);
  return rows[0]?.owner_id ?? null;
}

const known = new Set<string>(operations);
const isOperation = (name: string): name is Operation => known.has(name);
