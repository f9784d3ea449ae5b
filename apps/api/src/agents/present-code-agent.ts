import type { AgentDefinition } from '@roster/agents/agents';
import type { AgentRecord } from '@roster/agents/contracts';
import type { AgentFactory } from '@roster/agents/kernel';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';

import { codeFacts } from './agent-builder.ts';

/** What code says is changed by a deploy, not by anybody here. */
const notForCode: readonly Operation[] = [Operation.CREATE_AGENT, Operation.UPDATE_AGENT, Operation.PUBLISH_AGENT, Operation.DELETE_AGENT, Operation.MANAGE_AGENT_ACCESS, Operation.PIN_REVISION];

export function presentCodeAgent({ agentId, agentKey, agentClass, attributes }: AgentDefinition, ability: AppAbility, model: string): AgentRecord {
  return {
    ...common(agentId, ability),
    key: agentKey,
    name: attributes.displayName,
    description: attributes.description,
    hidden: attributes.hidden,
    workerOnly: attributes.workerOnly,
    baseClass: agentClass.name,
    model,
  };
}

/** An exported factory: no conversation, no model of ours. */
export const presentFactory = ({ agentId, agentKey, displayName }: AgentFactory, ability: AppAbility): AgentRecord => ({
  ...common(agentId, ability), key: agentKey, name: displayName, description: '', hidden: false, workerOnly: true, baseClass: '', model: '',
});

const common = (agentId: string, ability: AppAbility) => ({
  id: agentId,
  kind: 'code' as const,
  slug: null,
  isPublic: false,
  active: true,
  enabled: true,
  publishedRevision: null,
  health: 'ok' as const,
  createdAt: null,
  updatedAt: null,
  can: allowedOperations(ability, codeFacts(agentId)).filter((operation) => !notForCode.includes(operation)),
});
