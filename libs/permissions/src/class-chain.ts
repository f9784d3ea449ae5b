import type { AbilityFacts } from './ability-facts.ts';
import type { Operation } from './operations.ts';
import type { AgentFacts } from './subjects.ts';

export type ChainFacts = AgentFacts & { ownerId?: string };
export type ChainPrincipal = Pick<AbilityFacts, 'principal' | 'role' | 'userId' | 'groupIds'>;

/** One link of an agent class's own permission rule. */
export interface PermissionCheck {
  readonly name: string;
  check(principal: ChainPrincipal, operation: Operation, facts: ChainFacts): boolean;
}

/** AND of its checks; replaces the default matrix for this agent. */
export interface ClassChain {
  facts: ChainFacts;
  checks: readonly PermissionCheck[];
}

/** The first check that denies, or null when all agree. */
export function firstDenial(chain: ClassChain, principal: ChainPrincipal, operation: Operation): PermissionCheck | null {
  return chain.checks.find((link) => !link.check(principal, operation, chain.facts)) ?? null;
}

export const AllowAll: PermissionCheck = { name: 'AllowAll', check: () => true };
export const DenyAll: PermissionCheck = { name: 'DenyAll', check: () => false };
export const IsAuthenticated: PermissionCheck = { name: 'IsAuthenticated', check: ({ principal }) => principal.kind !== 'system' };
export const IsOperator: PermissionCheck = { name: 'IsOperator', check: ({ role }) => role !== 'user' };
export const IsOwner: PermissionCheck = { name: 'IsOwner', check: ({ userId }, _operation, { ownerId }) => userId !== null && userId === ownerId };
export const InGroups = (...groupIds: readonly string[]): PermissionCheck => ({
  name: `InGroups(${groupIds.join(', ')})`,
  check: (principal) => principal.groupIds.some((groupId) => groupIds.includes(groupId)),
});
