import type { AbilityFacts } from './ability-facts.ts';
import { firstDenial } from './class-chain.ts';
import { agentMatrix, needsActiveAgent, type AgentStanding } from './default-matrix.ts';
import type { Operation } from './operations.ts';
import { allow, deny, type AppRule, type Conditions } from './rule.ts';
import { operationsOn } from './subjects.ts';

/** Defaults on agents: class chains where a class has one, else the matrix by role and membership. */
export function agentRules(facts: AbilityFacts): AppRule[] {
  const chained = facts.classChains.map((chain) => chain.facts.agentId);
  const notChained: Conditions = chained.length > 0 ? { agentId: { $nin: chained } } : {};
  const defaults = facts.role === 'admin' ? adminRules(notChained) : matrixRules(facts, notChained);
  return [...chainRules(facts), ...defaults];
}

function adminRules(notChained: Conditions): AppRule[] {
  return operationsOn('Agent').map((operation) => allow(operation, 'Agent', { ...notChained, ...activeIfNeeded(operation) }, 'role:admin'));
}

function matrixRules(facts: AbilityFacts, notChained: Conditions): AppRule[] {
  const rows = Object.entries(agentMatrix) as [Operation, readonly AgentStanding[]][];
  return rows.flatMap(([operation, standings]) =>
    standings.flatMap((standing) => standingRule(facts, standing, { operation, notChained })));
}

function standingRule(facts: AbilityFacts, standing: AgentStanding, { operation, notChained }: { operation: Operation; notChained: Conditions }): AppRule[] {
  const managed = agentsWhere(facts, true);
  const member = agentsWhere(facts, false);
  switch (standing) {
    case 'code:user':
      return facts.role === 'user' ? [allow(operation, 'Agent', { kind: 'code', active: true, ...notChained }, 'role:user')] : [];
    case 'code:operator': // the manager of a code agent: sees an inactive one too
      return facts.role === 'operator' ? [allow(operation, 'Agent', { kind: 'code', ...activeIfNeeded(operation), ...notChained }, 'role:operator')] : [];
    case 'database:nonMember':
      return [];
    case 'database:member':
      return member.length > 0 ? [allow(operation, 'Agent', { kind: 'database', active: true, agentId: { $in: member } }, 'membership:member')] : [];
    case 'database:manager':
      return managed.length > 0 ? [allow(operation, 'Agent', { kind: 'database', ...activeIfNeeded(operation), agentId: { $in: managed } }, 'membership:manager')] : [];
    case 'public:nonMember':
      return [allow(operation, 'Agent', { kind: 'database', isPublic: true, active: true }, 'default:public')];
  }
}

function chainRules(facts: AbilityFacts): AppRule[] {
  return facts.classChains.flatMap((chain) =>
    operationsOn('Agent').map((operation) => {
      const { agentId } = chain.facts;
      const denial = firstDenial(chain, facts, operation);
      if (denial) return deny(operation, 'Agent', { agentId }, `class:${denial.name}`);
      return allow(operation, 'Agent', { agentId, ...activeIfNeeded(operation) }, `class:${chain.checks.map(({ name }) => name).join('+')}`);
    }));
}

export const managedAgents = (facts: AbilityFacts): string[] => agentsWhere(facts, true);

function agentsWhere(facts: AbilityFacts, canManage: boolean): string[] {
  return facts.agentMemberships.filter((membership) => membership.canManage === canManage).map(({ agentId }) => agentId);
}

export function activeIfNeeded(operation: Operation): Conditions {
  return needsActiveAgent.has(operation) ? { active: true } : {};
}
