import type { AgentRecord } from '@roster/agents/contracts';

export type { AgentRecord };

export type AgentStateName = 'live' | 'broken' | 'inactive' | 'unpublished';

/** Whether people can use it now, and if not, why not. */
export function agentStateOf({ health, enabled, kind, publishedRevision }: AgentRecord): AgentStateName {
  if (health === 'broken') return 'broken';
  if (!enabled) return 'inactive';
  return kind === 'database' && publishedRevision === null ? 'unpublished' : 'live';
}
