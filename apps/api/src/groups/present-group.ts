import type { GroupRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';

export interface GroupRow { id: string; name: string; description: string; member_ids: string[]; created_at: Date }

export function presentGroup(row: GroupRow, ability: AppAbility): GroupRecord {
  return { id: row.id, name: row.name, description: row.description, memberIds: row.member_ids, createdAt: row.created_at.toISOString(), can: allowedOperations(ability, { subject: 'Group' }) };
}
