import type { Principal } from '@roster/agents/contracts';
import { PermissionDeniedError } from '../http/errors/permission-denied-error.ts';
import { Operation } from '@roster/permissions/operations';

export interface ThreadOwner { kind: 'user' | 'apiKey'; id: string; endUser: string | null }

/** Conversations belong to a user, or to a key and its end user. The system has none. */
export function threadOwner(principal: Principal): ThreadOwner {
  switch (principal.kind) {
    case 'user': return { kind: 'user', id: principal.userId, endUser: null };
    case 'apiKey': return { kind: 'apiKey', id: principal.apiKeyId, endUser: principal.endUser ?? null };
    case 'system': throw new PermissionDeniedError(Operation.CREATE_THREAD);
  }
}
