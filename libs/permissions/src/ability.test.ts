import { describe, expect, it } from '@jest/globals';
import { abilityFor, type AbilityFacts, type Grant, nobody } from './ability.ts';
import { AllowAll, DenyAll, InGroups, IsOperator, IsOwner } from './class-chain.ts';
import { allowedOperations, decide, decideAnywhere } from './explain.ts';
import { Operation, operations } from './operations.ts';
import { type AgentFacts, type HumanRequestFacts, type RunFacts, type ScheduleFacts, type SubjectFacts, subjectsOf, type ThreadFacts } from './subjects.ts';

const [A, B, USER, OTHER, KEY, OTHER_KEY] = ['a', 'b', '1', '2', '3', '4'].map((end) => `018f0000-0000-7000-8000-00000000000${end}`) as [string, string, string, string, string, string];
const agent = (change: Partial<AgentFacts> = {}): AgentFacts => ({ subject: 'Agent', agentId: A, kind: 'database', isPublic: false, active: true, ...change });
const mine = { ownerKind: 'user', ownerId: USER, endUser: null } as const;
const thread = (change: Partial<ThreadFacts> = {}): ThreadFacts => ({ subject: 'Thread', agentId: A, ...mine, ...change });
const run = (change: Partial<RunFacts> = {}): RunFacts => ({ subject: 'Run', agentId: A, agentKind: 'database', ...mine, ...change });
const request = (change: Partial<HumanRequestFacts> = {}): HumanRequestFacts => ({ subject: 'HumanRequest', agentId: A, agentKind: 'database', approvers: 'owner', ...mine, ...change });
const schedule = (change: Partial<ScheduleFacts> = {}): ScheduleFacts => ({ subject: 'Schedule', agentId: A, agentKind: 'database', agentIsPublic: true, agentActive: true, ownerKind: 'user', ownerId: OTHER, endUser: null, ...change });
const person = (change: Partial<AbilityFacts> = {}): AbilityFacts =>
  ({ principal: { kind: 'user', userId: USER }, role: 'user', userId: USER, groupIds: [], agentMemberships: [], memoryMemberships: [], grants: [], classChains: [], ...change });
const grant = (change: Partial<Grant>): Grant => ({ grantId: 'g', subjectKind: 'user', operation: Operation.CHAT, effect: 'allow', agentId: A, ...change });
const key = (change: Partial<AbilityFacts> = {}, endUser?: string): AbilityFacts =>
  person({ principal: { kind: 'apiKey', apiKeyId: KEY, ...(endUser !== undefined && { endUser }) }, role: 'admin', keyScope: { operations, agentIds: 'all' }, ...change });
const may = (facts: AbilityFacts, operation: Operation, subject: SubjectFacts): boolean => decide(abilityFor(facts), operation, subject).allowed;

describe('the order of decision', () => {
  it('lets an explicit allowance outrank the default, and an explicit denial outrank the allowance', () => {
    expect(may(person(), Operation.CHAT, agent())).toBe(false);
    expect(may(person({ grants: [grant({})] }), Operation.CHAT, agent())).toBe(true);
    expect(may(person({ grants: [grant({}), grant({ grantId: 'd', effect: 'deny', subjectKind: 'group' })] }), Operation.CHAT, agent())).toBe(false);
    expect(may(person({ role: 'admin', grants: [grant({ effect: 'deny' })] }), Operation.CHAT, agent())).toBe(false);
  });

  it('keeps a grant for one agent to that agent, and reads a grant without agent as all', () => {
    expect(may(person({ grants: [grant({})] }), Operation.CHAT, agent({ agentId: B }))).toBe(false);
    expect(may(person({ grants: [grant({ agentId: null })] }), Operation.CHAT, agent({ agentId: B }))).toBe(true);
  });

  it('never lets an inactive agent chat, whatever is granted', () => {
    expect(may(person({ grants: [grant({})] }), Operation.CHAT, agent({ active: false }))).toBe(false);
    expect(may(person({ grants: [grant({ operation: Operation.UPDATE_AGENT })] }), Operation.UPDATE_AGENT, agent({ active: false }))).toBe(true);
  });

  it('names the rule that decided', () => {
    const explained = (facts: AbilityFacts) => decide(abilityFor(facts), Operation.CHAT, agent());
    expect(explained(person())).toEqual({ allowed: false, decidedBy: 'default:deny' });
    expect(explained(person({ grants: [grant({ grantId: 'x' })] }))).toEqual({ allowed: true, decidedBy: 'grant:x' });
    expect(explained(person({ agentMemberships: [{ agentId: A, canManage: true }] }))).toEqual({ allowed: true, decidedBy: 'membership:manager' });
    expect(explained(key({ keyScope: { operations, agentIds: [B] } }))).toEqual({ allowed: false, decidedBy: 'key:agents' });
  });

  it('denies everything to nobody', () => {
    for (const operation of operations) expect(nobody.can(operation, subjectsOf[operation][0])).toBe(false);
  });
});

describe('class chains', () => {
  const chained = (...checks: (typeof AllowAll)[]) => [{ facts: { ...agent({ kind: 'code' }), ownerId: USER }, checks }];
  const explained = (facts: AbilityFacts, operation: Operation = Operation.CHAT) => decide(abilityFor(facts), operation, agent({ kind: 'code' }));

  it('replace the defaults of their class, for administrators too, and the first denial is named', () => {
    expect(explained(person({ role: 'admin', classChains: chained(AllowAll, DenyAll, IsOperator) }))).toEqual({ allowed: false, decidedBy: 'class:DenyAll' });
    expect(explained(person({ classChains: chained(IsOperator) }))).toEqual({ allowed: false, decidedBy: 'class:IsOperator' });
    expect(explained(person({ role: 'operator', classChains: chained(IsOperator) })).allowed).toBe(true);
    expect(explained(person({ classChains: chained(AllowAll) }), Operation.PUBLISH_AGENT).allowed).toBe(true);
  });

  it('know groups and owners', () => {
    expect(explained(person({ groupIds: ['g1'], classChains: chained(InGroups('g1', 'g2')) })).allowed).toBe(true);
    expect(explained(person({ classChains: chained(InGroups('g1')) }))).toEqual({ allowed: false, decidedBy: 'class:InGroups(g1)' });
    expect(explained(person({ classChains: chained(IsOwner) })).allowed).toBe(true);
    expect(explained(person({ userId: OTHER, classChains: chained(IsOwner) })).allowed).toBe(false);
  });

  it('are outranked by explicit grants and touch no other agent', () => {
    expect(explained(person({ classChains: chained(DenyAll), grants: [grant({})] })).allowed).toBe(true);
    expect(may(person({ classChains: chained(DenyAll) }), Operation.CHAT, agent({ kind: 'code', agentId: B }))).toBe(true);
  });
});

describe('threads and messages', () => {
  it('are their owner\'s only; a manager of the agent sees none, nobody\'s are nobody\'s', () => {
    expect(may(person(), Operation.VIEW_THREAD, thread())).toBe(true);
    expect(may(person({ agentMemberships: [{ agentId: A, canManage: true }] }), Operation.VIEW_THREAD, thread({ ownerId: OTHER }))).toBe(false);
    expect(may(person({ role: 'operator' }), Operation.VIEW_MESSAGES, thread({ ownerId: OTHER }))).toBe(false);
    expect(may(person(), Operation.VIEW_THREAD, thread({ ownerKind: null, ownerId: null }))).toBe(false);
  });

  it('belong to key and end user together: one name under two keys is two people', () => {
    const ofKey = (apiKeyId: string, endUser: string | null) => thread({ ownerKind: 'apiKey', ownerId: apiKeyId, endUser });
    expect(may(key({}, 'ann'), Operation.VIEW_THREAD, ofKey(KEY, 'ann'))).toBe(true);
    expect(may(key({}, 'ann'), Operation.VIEW_THREAD, ofKey(KEY, 'bob'))).toBe(false);
    expect(may(key({}, 'ann'), Operation.VIEW_THREAD, ofKey(OTHER_KEY, 'ann'))).toBe(false);
    expect(may(key({}, 'ann'), Operation.VIEW_THREAD, ofKey(KEY, null))).toBe(false);
    expect(may(key(), Operation.VIEW_THREAD, ofKey(KEY, 'ann'))).toBe(false);
  });

  it('of a key\'s owner stay out of the key\'s reach, even an administrator\'s or by grant', () => {
    expect(may(key(), Operation.VIEW_THREAD, thread())).toBe(false);
    expect(may(key({ grants: [grant({ operation: Operation.VIEW_THREAD, agentId: null })] }), Operation.VIEW_THREAD, thread())).toBe(false);
  });
});

describe('API keys', () => {
  it('have what the owner has, within their operations and their agents', () => {
    const scope = (agentIds: readonly string[] | 'all', ...allowed: Operation[]) => ({ operations: allowed, agentIds });
    expect(may(key({ keyScope: scope([A], Operation.CHAT) }), Operation.CHAT, agent())).toBe(true);
    expect(may(key({ keyScope: scope([B], Operation.CHAT) }), Operation.CHAT, agent())).toBe(false);
    expect(may(key({ keyScope: scope('all', Operation.VIEW_AGENT) }), Operation.CHAT, agent())).toBe(false);
    expect(may(key({ role: 'user', keyScope: scope('all', Operation.CHAT) }), Operation.CHAT, agent())).toBe(false);
    expect(may(key({ keyScope: scope([A], Operation.CHAT) }), Operation.MANAGE_USERS, { subject: 'User' })).toBe(false);
  });

  it('are widened and narrowed by their own grants, never beyond the owner', () => {
    const chatA = { operations: [Operation.CHAT], agentIds: [A] };
    const own = (change: Partial<Grant>) => grant({ subjectKind: 'api_key', ...change });
    expect(may(key({ keyScope: chatA, grants: [own({ agentId: B })] }), Operation.CHAT, agent({ agentId: B }))).toBe(true);
    expect(may(key({ keyScope: chatA, grants: [own({ effect: 'deny' })] }), Operation.CHAT, agent())).toBe(false);
    expect(may(key({ role: 'user', keyScope: chatA, grants: [own({ agentId: null })] }), Operation.CHAT, agent())).toBe(false);
  });

  it('see runs of other end users only without an end user of their own', () => {
    const bobs = run({ ownerKind: 'apiKey', ownerId: KEY, endUser: 'bob' });
    expect(may(key(), Operation.VIEW_RUN, bobs)).toBe(true); // the owner is an administrator
    expect(may(key({}, 'ann'), Operation.VIEW_RUN, bobs)).toBe(false);
    expect(may(key({}, 'ann'), Operation.VIEW_RUN, run({ ownerKind: 'apiKey', ownerId: KEY, endUser: 'ann' }))).toBe(true);
  });
});

describe('runs and requests to people', () => {
  const manager = person({ agentMemberships: [{ agentId: A, canManage: true }] });

  it('are seen by who started them and by who manages the agent', () => {
    expect(may(person(), Operation.VIEW_RUN, run())).toBe(true);
    expect(may(person(), Operation.CANCEL_RUN, run({ ownerId: OTHER }))).toBe(false);
    expect(may(manager, Operation.CANCEL_RUN, run({ ownerId: OTHER }))).toBe(true);
    expect(may(person({ role: 'operator' }), Operation.VIEW_RUN, run({ ownerId: OTHER, agentKind: 'code' }))).toBe(true);
    expect(may(person({ role: 'operator' }), Operation.VIEW_RUN, run({ ownerId: OTHER }))).toBe(false);
  });

  it('are decided by the approvers the tool names', () => {
    expect(may(person(), Operation.APPROVE_TOOL, request())).toBe(true);
    expect(may(manager, Operation.APPROVE_TOOL, request({ ownerId: OTHER }))).toBe(false);
    expect(may(person(), Operation.APPROVE_TOOL, request({ approvers: 'manager' }))).toBe(false);
    expect(may(manager, Operation.APPROVE_TOOL, request({ ownerId: OTHER, approvers: 'manager' }))).toBe(true);
  });

  it('AC-S12 are never a manager\'s matter for an end user, nor decided by a key without the operation', () => {
    const critical = request({ ownerKind: 'apiKey', ownerId: KEY, endUser: 'ann', approvers: 'manager' });
    expect(may(key({}, 'ann'), Operation.APPROVE_TOOL, critical)).toBe(false);
    expect(may(key({ keyScope: { operations: [Operation.CHAT, Operation.VIEW_RUN], agentIds: 'all' } }), Operation.APPROVE_TOOL, critical)).toBe(false);
  });
});

describe('schedules', () => {
  it('are seen by whoever may chat with the agent', () => {
    expect(may(person(), Operation.VIEW_SCHEDULE, schedule())).toBe(true);
    expect(may(person(), Operation.VIEW_SCHEDULE, schedule({ agentIsPublic: false }))).toBe(false);
    expect(may(person({ grants: [grant({ effect: 'deny' })] }), Operation.VIEW_SCHEDULE, schedule())).toBe(false);
    expect(may(person({ grants: [grant({})] }), Operation.SUBSCRIBE_SCHEDULE, schedule({ agentIsPublic: false }))).toBe(true);
  });

  it('are run and managed by operators who own them or manage the agent', () => {
    expect(may(person(), Operation.RUN_SCHEDULE, schedule({ ownerId: USER }))).toBe(false);
    expect(may(person({ role: 'operator' }), Operation.RUN_SCHEDULE, schedule({ ownerId: USER }))).toBe(true);
    expect(may(person({ role: 'operator' }), Operation.MANAGE_SCHEDULE, schedule())).toBe(false);
    expect(may(person({ role: 'operator' }), Operation.MANAGE_SCHEDULE, schedule({ agentKind: 'code' }))).toBe(true);
  });
});

describe('what payloads and menus say', () => {
  it('lists the operations on one object', () => {
    expect(allowedOperations(abilityFor(person()), agent({ isPublic: true }))).toEqual(['view_agent', 'chat', 'upload_file', 'view_file', 'delete_file']);
  });

  it('answers without an object whether it is possible anywhere', () => {
    expect(decideAnywhere(abilityFor(person()), Operation.MANAGE_USERS)).toEqual({ allowed: false, decidedBy: 'default:deny' });
    expect(decideAnywhere(abilityFor(person({ role: 'admin' })), Operation.MANAGE_USERS)).toEqual({ allowed: true, decidedBy: 'role:admin' });
    expect(decideAnywhere(abilityFor(key({ keyScope: { operations: [Operation.CHAT], agentIds: [A] } })), Operation.CHAT).allowed).toBe(true);
  });

  it('gives memories to managers whole, to members but for changing them, to others when public', () => {
    const memory = { subject: 'Memory', memoryId: A, isPublic: false } as const;
    const as = (canManage: boolean) => person({ memoryMemberships: [{ memoryId: A, canManage }] });
    expect(may(as(true), Operation.DELETE_MEMORY, memory)).toBe(true);
    expect(may(as(false), Operation.UPLOAD_DOCUMENT, memory)).toBe(true);
    expect(may(as(false), Operation.DELETE_DOCUMENT, memory)).toBe(false);
    expect(may(person(), Operation.VIEW_MEMORY, { ...memory, isPublic: true })).toBe(true);
    expect(may(person(), Operation.LINK_MEMORY, { ...memory, isPublic: true })).toBe(false);
  });
});
