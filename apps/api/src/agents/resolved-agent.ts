import type { AgentDefinition } from '@roster/agents/agents';
import type { AgentFactory } from '@roster/agents/kernel';
import type { AgentFacts } from '@roster/permissions/subjects';

/** What a run is started from. A run resolves once. */
export interface ResolvedAgent {
  agentId: string;
  /** Class key, or `agent_settings` id. */
  agentKey: string;
  name: string;
  facts: AgentFacts;
  /** Cannot be chatted with. */
  workerOnly: boolean;
  /** null: an exported factory, which is no conversation. */
  definition: AgentDefinition | null;
  factory: AgentFactory;
  /** The pinned revision of a database agent. */
  revision: { id: string; number: number | null } | null;
  configurationHash: string | null;
}
