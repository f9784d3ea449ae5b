import type { ApiKeyRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';

export interface ApiKeyRow {
  id: string;
  name: string;
  owner_id: string;
  operations: string[];
  agent_ids: string[] | null;
  status: ApiKeyRecord['status'];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

export function presentApiKey(row: ApiKeyRow, ability: AppAbility): ApiKeyRecord {
  return {
    id: row.id, name: row.name, ownerId: row.owner_id, operations: row.operations, agentIds: row.agent_ids ?? 'all', status: row.status,
    expiresAt: row.expires_at.toISOString(), createdAt: row.created_at.toISOString(), lastUsedAt: row.last_used_at?.toISOString() ?? null,
    can: allowedOperations(ability, { subject: 'ApiKey' }),
  };
}
