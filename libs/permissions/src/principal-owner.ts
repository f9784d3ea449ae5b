import type { Principal } from '@roster/agents/contracts';
import type { OwnerFacts } from './subjects.ts';

/** Whose something is that this principal made: a user's, a key's with its end user, the system's. */
export function principalOwner(principal: Principal): OwnerFacts {
  switch (principal.kind) {
    case 'user': return { ownerKind: 'user', ownerId: principal.userId, endUser: null };
    case 'apiKey': return { ownerKind: 'apiKey', ownerId: principal.apiKeyId, endUser: principal.endUser ?? null };
    case 'system': return { ownerKind: 'system', ownerId: principal.name, endUser: null };
  }
}
