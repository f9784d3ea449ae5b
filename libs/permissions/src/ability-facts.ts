import type { Principal } from '@roster/agents/contracts';
import type { ClassChain } from './class-chain.ts';
import type { Operation } from './operations.ts';

export type Role = 'user' | 'operator' | 'admin';

/** One operation, allowed or denied explicitly, on one agent or (agentId null) on all. */
export interface Grant {
  grantId: string;
  subjectKind: 'user' | 'group' | 'api_key';
  operation: Operation;
  effect: 'allow' | 'deny';
  agentId: string | null;
}

export interface KeyScope {
  operations: readonly Operation[];
  agentIds: readonly string[] | 'all';
}

/** Everything the ability of one principal follows from. For a key, role, groups, memberships and the grants of kind user and group are those of its owner. */
export interface AbilityFacts {
  principal: Principal;
  role: Role;
  /** The user, or the key's owner; null for `system`. */
  userId: string | null;
  groupIds: readonly string[];
  agentMemberships: readonly { agentId: string; canManage: boolean }[];
  memoryMemberships: readonly { memoryId: string; canManage: boolean }[];
  grants: readonly Grant[];
  /** Present exactly for a key. */
  keyScope?: KeyScope;
  /** Of code agents whose class states its own rules. */
  classChains: readonly ClassChain[];
}
