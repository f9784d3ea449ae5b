import type { AbilityFacts, Grant, KeyScope } from './ability-facts.ts';
import { denyRules } from './explicit-rules.ts';
import { operations, type Operation } from './operations.ts';
import { deny, type AppRule } from './rule.ts';
import { hasAgent, subjectsOf } from './subjects.ts';

/** A key never has more than its owner: everything outside its operations and agents is denied on top of the owner's rules. */
export function keyScopeRules({ keyScope, grants }: AbilityFacts): AppRule[] {
  if (!keyScope) return [];
  const ofKey = grants.filter(({ subjectKind }) => subjectKind === 'api_key');
  const allowed = ofKey.filter(({ effect }) => effect === 'allow');
  return [
    ...operations.flatMap((operation) => outside(operation, keyScope, allowed.filter((grant) => grant.operation === operation))),
    ...ofKey.filter(({ effect }) => effect === 'deny').flatMap(denyRules),
  ];
}

function outside(operation: Operation, scope: KeyScope, extra: readonly Grant[]): AppRule[] {
  if (extra.some(({ agentId }) => agentId === null)) return [];
  const extraAgents = extra.flatMap(({ agentId }) => agentId ?? []);
  if (!scope.operations.includes(operation)) return beyond(operation, extraAgents, 'key:operations');
  return scope.agentIds === 'all' ? [] : beyond(operation, [...scope.agentIds, ...extraAgents], 'key:agents');
}

function beyond(operation: Operation, agentIds: readonly string[], decidedBy: string): AppRule[] {
  return subjectsOf[operation].flatMap((subject) => {
    if (hasAgent(subject)) return [deny(operation, subject, agentIds.length > 0 ? { agentId: { $nin: agentIds } } : {}, decidedBy)];
    return decidedBy === 'key:operations' ? [deny(operation, subject, {}, decidedBy)] : []; // agents do not bound what has none
  });
}
