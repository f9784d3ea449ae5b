import { createMongoAbility, type MongoQuery } from '@casl/ability';
import type { AbilityFacts } from './ability-facts.ts';
import { agentRules } from './agent-rules.ts';
import { explicitRules } from './explicit-rules.ts';
import { keyScopeRules } from './key-scope-rules.ts';
import { objectRules } from './object-rules.ts';
import { Operation } from './operations.ts';
import type { AppAbility, AppRule } from './rule.ts';
import type { SubjectFacts, SubjectName } from './subjects.ts';

export type { AbilityFacts, Grant, KeyScope, Role } from './ability-facts.ts';
export type { AppAbility } from './rule.ts';

/**
 * The one ability of a principal. CASL lets the last matching rule decide, so the order below is the order of decision read backwards:
 * key scope > explicit deny > explicit allow > membership > role default > deny.
 */
export function abilityFor(facts: AbilityFacts): AppAbility {
  const explicit = explicitRules(facts);
  const onAgents = [...agentRules(facts), ...explicit.filter(({ subject }) => subject === 'Agent')];
  return createMongoAbility<AppAbility>(
    [...onAgents, ...objectRules(facts), ...scheduleViewRules(onAgents), ...explicit.filter(({ subject }) => subject !== 'Agent'), ...keyScopeRules(facts)],
    { detectSubjectType: (facts) => facts.subject },
  );
}

/** No principal at all: every rule denies. */
export const nobody: AppAbility = createMongoAbility<AppAbility>([], { detectSubjectType: (facts) => (facts as SubjectFacts).subject as SubjectName });

/** Schedules are seen and subscribed to by whoever may chat with their agent: the same rules, asked through the schedule. */
function scheduleViewRules(onAgents: readonly AppRule[]): AppRule[] {
  return onAgents
    .filter(({ action }) => action === Operation.CHAT)
    .map((rule) => ({ ...rule, action: [Operation.VIEW_SCHEDULE, Operation.SUBSCRIBE_SCHEDULE], subject: 'Schedule' as const, conditions: throughSchedule(rule.conditions) }));
}

const scheduleFields: Record<string, string> = { agentId: 'agentId', kind: 'agentKind', isPublic: 'agentIsPublic', active: 'agentActive' };

function throughSchedule(conditions: MongoQuery | undefined): MongoQuery | undefined {
  return conditions && Object.fromEntries(Object.entries(conditions).map(([field, condition]) => [scheduleFields[field] ?? field, condition]));
}
