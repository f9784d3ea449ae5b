import { Operation } from './operations.ts';

/** Who asks, seen from one agent. `operator` of a code agent is its manager. */
export type AgentStanding = 'code:user' | 'code:operator' | 'database:nonMember' | 'database:member' | 'database:manager' | 'public:nonMember';

export const agentStandings = ['code:user', 'code:operator', 'database:nonMember', 'database:member', 'database:manager', 'public:nonMember'] as const satisfies readonly AgentStanding[];

const row = (...allowed: AgentStanding[]): readonly AgentStanding[] => allowed;
const everybody = row('code:user', 'code:operator', 'database:member', 'database:manager', 'public:nonMember');
const managers = row('code:operator', 'database:manager');
const databaseManagers = row('database:manager');

/** THE default matrix for agents (coordinator.md section 4). CREATE_AGENT asks for the role alone and stands in `roleDefaults`. */
export const agentMatrix = {
  [Operation.VIEW_AGENT]: everybody,
  [Operation.CHAT]: everybody,
  [Operation.UPLOAD_FILE]: everybody,
  [Operation.VIEW_FILE]: everybody,
  [Operation.DELETE_FILE]: everybody,
  [Operation.VIEW_INSTRUCTIONS]: managers,
  [Operation.PIN_REVISION]: managers,
  [Operation.PAUSE_AGENT]: managers,
  [Operation.REINDEX]: managers,
  [Operation.UPDATE_AGENT]: databaseManagers,
  [Operation.PUBLISH_AGENT]: databaseManagers,
  [Operation.DELETE_AGENT]: databaseManagers,
  [Operation.MANAGE_AGENT_ACCESS]: databaseManagers,
} as const satisfies Partial<Record<Operation, readonly AgentStanding[]>>;

/** Only for an active agent, whoever asks: an inactive or unpublished one never chats. */
export const needsActiveAgent: ReadonlySet<Operation> = new Set([Operation.CHAT, Operation.UPLOAD_FILE]);

export type MemoryStanding = 'nonMember' | 'public:nonMember' | 'member' | 'manager';
const readers: readonly MemoryStanding[] = ['public:nonMember', 'member', 'manager'];
const members: readonly MemoryStanding[] = ['member', 'manager'];
const memoryManagers: readonly MemoryStanding[] = ['manager'];

export const memoryMatrix = {
  [Operation.VIEW_MEMORY]: readers,
  [Operation.VIEW_DOCUMENT]: readers,
  [Operation.LIST_DOCUMENTS]: readers,
  [Operation.LIST_THREAD_MEMORIES]: readers,
  [Operation.UPLOAD_DOCUMENT]: members,
  [Operation.LINK_MEMORY]: members,
  [Operation.UNLINK_MEMORY]: members,
  [Operation.UPDATE_MEMORY]: memoryManagers,
  [Operation.DELETE_MEMORY]: memoryManagers,
  [Operation.DELETE_DOCUMENT]: memoryManagers,
} as const satisfies Partial<Record<Operation, readonly MemoryStanding[]>>;

/** By role alone. `admin` may everything and needs no row. */
export const roleDefaults = {
  user: [Operation.USE_INTEGRATION],
  operator: [Operation.USE_INTEGRATION, Operation.CREATE_AGENT, Operation.CREATE_MEMORY],
} as const satisfies Record<string, readonly Operation[]>;

/** One's own threads and messages; agent managers get none. */
export const ownThreadOperations = [
  Operation.LIST_THREADS, Operation.CREATE_THREAD, Operation.VIEW_THREAD, Operation.UPDATE_THREAD, Operation.DELETE_THREAD, Operation.DELETE_ALL_THREADS, Operation.VIEW_HISTORY,
  Operation.VIEW_MESSAGES, Operation.SEND_MESSAGE, Operation.RATE_MESSAGE, Operation.DELETE_MESSAGE, Operation.RESTORE_MESSAGE,
] as const;
