import type { UserRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  role: UserRecord['role'];
  status: UserRecord['status'];
  group_ids: string[];
  created_at: Date;
  last_login_at: Date | null;
}

export function presentUser(row: UserRow, ability: AppAbility): UserRecord {
  return {
    id: row.id, email: row.email, name: row.name, role: row.role, status: row.status, groupIds: row.group_ids,
    createdAt: row.created_at.toISOString(), lastLoginAt: row.last_login_at?.toISOString() ?? null,
    can: allowedOperations(ability, { subject: 'User' }),
  };
}
