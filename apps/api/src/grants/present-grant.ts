import type { GrantRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';

export interface GrantRow { id: string; subject_kind: GrantRecord['subjectKind']; subject_id: string; operation: string; effect: GrantRecord['effect']; agent_id: string | null; created_at: Date }

export function presentGrant(row: GrantRow, ability: AppAbility): GrantRecord {
  return {
    id: row.id, subjectKind: row.subject_kind, subjectId: row.subject_id, operation: row.operation, effect: row.effect, agentId: row.agent_id,
    createdAt: row.created_at.toISOString(), can: allowedOperations(ability, { subject: 'User' }),
  };
}
