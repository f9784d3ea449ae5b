import type { Me } from '@roster/agents/contracts';
import { decideAnywhere } from '@roster/permissions/explain';
import { operations } from '@roster/permissions/operations';

import { UnauthenticatedError } from '../http/errors/unauthenticated-error.ts';
import type { KnownPrincipal } from './principals.ts';

export function presentMe({ principal, user, ability }: KnownPrincipal): Me {
  if (!user || principal.kind === 'system') throw new UnauthenticatedError();
  return { principal, user, can: operations.filter((operation) => decideAnywhere(ability, operation).allowed) };
}
