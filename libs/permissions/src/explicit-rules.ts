import type { AbilityFacts, Grant } from './ability-facts.ts';
import { activeIfNeeded } from './agent-rules.ts';
import { ownOnlySubjects } from './object-rules.ts';
import { allow, deny, type AppRule, type Conditions } from './rule.ts';
import { hasAgent, subjectsOf, type SubjectName } from './subjects.ts';

/** Explicit grants of the user and the groups: they outrank every default, and a denial outranks an allowance. Grants to a key narrow or widen its scope instead. */
export function explicitRules(facts: AbilityFacts): AppRule[] {
  const grants = facts.grants.filter(({ subjectKind }) => subjectKind !== 'api_key');
  const ownOnly = ownOnlySubjects(facts);
  return [
    ...grants.filter(({ effect }) => effect === 'allow').flatMap((grant) => allowRules(grant, ownOnly)),
    ...grants.filter(({ effect }) => effect === 'deny').flatMap(denyRules),
  ];
}

function allowRules(grant: Grant, ownOnly: readonly SubjectName[]): AppRule[] {
  return reached(grant)
    .filter((subject) => !ownOnly.includes(subject))
    .map((subject) => allow(grant.operation, subject, { ...onAgent(grant), ...(subject === 'Agent' ? activeIfNeeded(grant.operation) : {}) }, `grant:${grant.grantId}`));
}

export function denyRules(grant: Grant): AppRule[] {
  return reached(grant).map((subject) => deny(grant.operation, subject, onAgent(grant), `grant:${grant.grantId}`));
}

/** A grant for one agent cannot speak about objects that have none. */
function reached({ operation, agentId }: Grant): SubjectName[] {
  return subjectsOf[operation].filter((subject) => agentId === null || hasAgent(subject));
}

function onAgent({ agentId }: Grant): Conditions {
  return agentId === null ? {} : { agentId };
}
