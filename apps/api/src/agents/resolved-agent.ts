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

/** What CHAT is asked on. A draft is tried before its agent is live: for it the agent counts as active. */
export const chatFacts = ({ facts }: ResolvedAgent, revision: number | 'draft' | undefined): ResolvedAgent['facts'] => (revision === 'draft' ? { ...facts, active: true } : facts);
