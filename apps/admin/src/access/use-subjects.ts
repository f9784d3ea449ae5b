import type { GrantRecord } from '@roster/agents/contracts';
import { useGetList } from 'react-admin';

interface Named { id: string; name: string }
const everything = { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' as const }, filter: {} };
const resources = { user: 'users', group: 'groups', api_key: 'api-keys' } as const;
export type SubjectKind = GrantRecord['subjectKind'];

/** Users, groups and keys by kind, for choosing and for naming. Kinds somebody may not list stay empty. */
export function useSubjects(): Record<SubjectKind, readonly Named[]> {
  const users = useGetList<Named>(resources.user, everything).data ?? [];
  const groups = useGetList<Named>(resources.group, everything).data ?? [];
  const keys = useGetList<Named>(resources.api_key, everything).data ?? [];
  return { user: users, group: groups, api_key: keys };
}

export const nameOf = (rows: readonly Named[], id: string): string => rows.find((row) => row.id === id)?.name ?? id;
