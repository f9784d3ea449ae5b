import type { Operation } from '@roster/permissions/operations';
import { usePermissions } from 'react-admin';

interface Governed {
  can?: readonly string[];
}

/** What this person may do in general, as `GET /api/me` says. */
export function useMay(operation: Operation): boolean {
  const { permissions } = usePermissions<readonly string[]>();
  return permissions?.includes(operation) ?? false;
}

/** What this person may do with one record, as the record itself says. */
export const mayWith = (record: Governed | undefined, operation: Operation): boolean => record?.can?.includes(operation) ?? false;
