import type { AbilityFacts } from './ability-facts.ts';
import { managedAgents } from './agent-rules.ts';
import { memoryMatrix, ownThreadOperations, roleDefaults, type MemoryStanding } from './default-matrix.ts';
import { Operation } from './operations.ts';
import { principalOwner } from './principal-owner.ts';
import { allow, type AppRule, type Conditions } from './rule.ts';
import { operationsOn, subjectsOf, type SubjectName } from './subjects.ts';

/** Defaults on everything but agents. */
export function objectRules(facts: AbilityFacts): AppRule[] {
  if (facts.role === 'admin') return [...adminRules(facts), ...ownRules(facts)];
  return [...roleRules(facts), ...ownRules(facts), ...managerRules(facts), ...scheduleRules(facts), ...memoryRules(facts)];
}

/** Subjects on which a key sees only what is its own, whatever its owner may see. With an end user this includes runs and requests. */
export function ownOnlySubjects({ principal }: AbilityFacts): readonly SubjectName[] {
  if (principal.kind !== 'apiKey') return [];
  return principal.endUser === undefined ? ['Thread', 'Message'] : ['Thread', 'Message', 'Run', 'HumanRequest'];
}

function adminRules(facts: AbilityFacts): AppRule[] {
  const ownOnly = ownOnlySubjects(facts);
  const subjects = [...new Set(Object.values(subjectsOf).flat())].filter((subject) => subject !== 'Agent' && !ownOnly.includes(subject));
  return subjects.map((subject) => allow(operationsOn(subject), subject, {}, 'role:admin'));
}

function roleRules({ role }: AbilityFacts): AppRule[] {
  const defaults = role === 'operator' ? roleDefaults.operator : roleDefaults.user;
  return defaults.map((operation) => allow(operation, subjectsOf[operation][0], {}, `role:${role}`));
}

function ownRules(facts: AbilityFacts): AppRule[] {
  // For a key, conversations belong to (key, end user), never to the key's owner.
  const own: Conditions = { ...principalOwner(facts.principal) };
  return [
    ...ownThreadOperations.flatMap((operation) => subjectsOf[operation].map((subject) => allow(operation, subject, own, 'owner'))),
    allow([Operation.VIEW_RUN, Operation.CANCEL_RUN], 'Run', own, 'owner'),
    allow(Operation.VIEW_RUN, 'HumanRequest', own, 'owner'),
    allow(Operation.APPROVE_TOOL, 'HumanRequest', { ...own, approvers: 'owner' }, 'owner'),
  ];
}

function managerRules(facts: AbilityFacts): AppRule[] {
  if (ownOnlySubjects(facts).includes('Run')) return [];
  return viaManagedAgent(facts).flatMap(({ conditions, decidedBy }) => [
    allow([Operation.VIEW_RUN, Operation.CANCEL_RUN], 'Run', conditions, decidedBy),
    allow(Operation.VIEW_RUN, 'HumanRequest', conditions, decidedBy),
    allow(Operation.APPROVE_TOOL, 'HumanRequest', { ...conditions, approvers: { $in: ['manager', 'operator'] } }, decidedBy),
  ]);
}

function scheduleRules(facts: AbilityFacts): AppRule[] {
  if (facts.role !== 'operator') return [];
  const operations = [Operation.RUN_SCHEDULE, Operation.MANAGE_SCHEDULE, Operation.VIEW_SCHEDULE] as const;
  const own = facts.userId === null ? [] : [allow(operations, 'Schedule', { ownerKind: 'user', ownerId: facts.userId }, 'owner')];
  return [...own, ...viaManagedAgent(facts).map(({ conditions, decidedBy }) => allow(operations, 'Schedule', conditions, decidedBy))];
}

/** The objects of agents this principal manages: by membership, and every code agent for an operator. */
function viaManagedAgent(facts: AbilityFacts): { conditions: Conditions; decidedBy: string }[] {
  const managed = managedAgents(facts);
  return [
    ...(managed.length > 0 ? [{ conditions: { agentId: { $in: managed } }, decidedBy: 'membership:manager' }] : []),
    ...(facts.role === 'operator' ? [{ conditions: { agentKind: 'code' }, decidedBy: 'role:operator' }] : []),
  ];
}

function memoryRules(facts: AbilityFacts): AppRule[] {
  const rows = Object.entries(memoryMatrix) as [Operation, readonly MemoryStanding[]][];
  return rows.flatMap(([operation, standings]) => standings.flatMap((standing) => memoryRule(facts, standing, operation)));
}

function memoryRule(facts: AbilityFacts, standing: MemoryStanding, operation: Operation): AppRule[] {
  if (standing === 'public:nonMember') return [allow(operation, 'Memory', { isPublic: true }, 'default:public')];
  const ids = facts.memoryMemberships.filter(({ canManage }) => canManage === (standing === 'manager')).map(({ memoryId }) => memoryId);
  return ids.length > 0 ? [allow(operation, 'Memory', { memoryId: { $in: ids } }, `membership:${standing}`)] : [];
}
