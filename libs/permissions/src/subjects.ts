import { Operation } from './operations.ts';

/** What rules ask about an object. `null` owner fields mean "nobody's", which no owner rule matches. */
export interface OwnerFacts {
  ownerKind: 'user' | 'apiKey' | 'system' | null;
  ownerId: string | null;
  /** The name a key gave its own caller; one name under two keys is two people. */
  endUser: string | null;
}

export interface AgentFacts {
  subject: 'Agent';
  agentId: string;
  kind: 'code' | 'database';
  isPublic: boolean;
  /** Switched on and published: an inactive agent is seen by managers and administrators only and never chats. */
  active: boolean;
}

/** The agent behind another object, under names that cannot be confused with the object's own. */
export interface ViaAgentFacts {
  agentId: string;
  agentKind: AgentFacts['kind'];
}

export interface ThreadFacts extends OwnerFacts { subject: 'Thread'; agentId: string }
export interface MessageFacts extends OwnerFacts { subject: 'Message'; agentId: string }
export interface RunFacts extends OwnerFacts, ViaAgentFacts { subject: 'Run' }
export interface HumanRequestFacts extends OwnerFacts, ViaAgentFacts { subject: 'HumanRequest'; approvers: 'owner' | 'manager' | 'operator' }
export interface ScheduleFacts extends OwnerFacts, ViaAgentFacts { subject: 'Schedule'; agentIsPublic: boolean; agentActive: boolean }
export interface MemoryFacts { subject: 'Memory'; memoryId: string; isPublic: boolean }
export interface PlainFacts { subject: 'Integration' | 'User' | 'Group' | 'ApiKey' | 'Provider' | 'Webhook' | 'Audit' | 'System' }

export type SubjectFacts = AgentFacts | ThreadFacts | MessageFacts | RunFacts | HumanRequestFacts | ScheduleFacts | MemoryFacts | PlainFacts;
export type SubjectName = SubjectFacts['subject'];

/** The subjects each operation is decided on; the first one is asked when no object is named. */
export const subjectsOf: Readonly<Record<Operation, readonly [SubjectName, ...SubjectName[]]>> = {
  ...each(['Agent'], [
    Operation.VIEW_AGENT, Operation.VIEW_INSTRUCTIONS, Operation.CREATE_AGENT, Operation.UPDATE_AGENT, Operation.DELETE_AGENT, Operation.PUBLISH_AGENT,
    Operation.PIN_REVISION, Operation.PAUSE_AGENT, Operation.MANAGE_AGENT_ACCESS, Operation.CHAT, Operation.REINDEX,
    Operation.UPLOAD_FILE, Operation.VIEW_FILE, Operation.DELETE_FILE,
  ]),
  ...each(['Thread'], [
    Operation.LIST_THREADS, Operation.CREATE_THREAD, Operation.VIEW_THREAD, Operation.UPDATE_THREAD, Operation.DELETE_THREAD,
    Operation.DELETE_ALL_THREADS, Operation.VIEW_HISTORY,
  ]),
  ...each(['Message', 'Thread'], [
    Operation.VIEW_MESSAGES, Operation.SEND_MESSAGE, Operation.RATE_MESSAGE, Operation.DELETE_MESSAGE, Operation.RESTORE_MESSAGE,
  ]),
  ...each(['Memory'], [
    Operation.VIEW_MEMORY, Operation.CREATE_MEMORY, Operation.UPDATE_MEMORY, Operation.DELETE_MEMORY, Operation.VIEW_DOCUMENT, Operation.LIST_DOCUMENTS,
    Operation.UPLOAD_DOCUMENT, Operation.DELETE_DOCUMENT, Operation.LIST_THREAD_MEMORIES, Operation.LINK_MEMORY, Operation.UNLINK_MEMORY,
  ]),
  ...each(['Integration'], [Operation.USE_INTEGRATION, Operation.MANAGE_INTEGRATION]),
  ...each(['Schedule'], [Operation.VIEW_SCHEDULE, Operation.RUN_SCHEDULE, Operation.MANAGE_SCHEDULE, Operation.SUBSCRIBE_SCHEDULE]),
  ...each(['Run', 'HumanRequest'], [Operation.VIEW_RUN]),
  ...each(['Run'], [Operation.CANCEL_RUN]),
  ...each(['HumanRequest'], [Operation.APPROVE_TOOL]),
  ...each(['User'], [Operation.MANAGE_USERS]),
  ...each(['Group'], [Operation.MANAGE_GROUPS]),
  ...each(['ApiKey'], [Operation.MANAGE_KEYS]),
  ...each(['Provider'], [Operation.MANAGE_PROVIDERS]),
  ...each(['Webhook'], [Operation.MANAGE_WEBHOOKS]),
  ...each(['Audit'], [Operation.VIEW_AUDIT]),
  ...each(['System'], [Operation.VIEW_SYSTEM, Operation.MANAGE_SYSTEM]),
} as Readonly<Record<Operation, readonly [SubjectName, ...SubjectName[]]>>;

/** Whoever may not do this to an object is told that it does not exist. */
export const viewOperation: Readonly<Record<SubjectName, Operation>> = {
  Agent: Operation.VIEW_AGENT,
  Thread: Operation.VIEW_THREAD,
  Message: Operation.VIEW_MESSAGES,
  Run: Operation.VIEW_RUN,
  HumanRequest: Operation.VIEW_RUN,
  Schedule: Operation.VIEW_SCHEDULE,
  Memory: Operation.VIEW_MEMORY,
  Integration: Operation.USE_INTEGRATION,
  User: Operation.MANAGE_USERS,
  Group: Operation.MANAGE_GROUPS,
  ApiKey: Operation.MANAGE_KEYS,
  Provider: Operation.MANAGE_PROVIDERS,
  Webhook: Operation.MANAGE_WEBHOOKS,
  Audit: Operation.VIEW_AUDIT,
  System: Operation.VIEW_SYSTEM,
};

/** Subjects that belong to an agent: a grant or a key's scope for one agent reaches them by `agentId`. */
const subjectsWithAgent: ReadonlySet<SubjectName> = new Set<SubjectName>(['Agent', 'Thread', 'Message', 'Run', 'HumanRequest', 'Schedule']);
export const hasAgent = (subject: SubjectName): boolean => subjectsWithAgent.has(subject);

export function operationsOn(subject: SubjectName): Operation[] {
  return (Object.keys(subjectsOf) as Operation[]).filter((operation) => subjectsOf[operation].includes(subject));
}

function each(subjects: readonly SubjectName[], names: readonly Operation[]): Record<string, readonly SubjectName[]> {
  return Object.fromEntries(names.map((name) => [name, subjects]));
}
