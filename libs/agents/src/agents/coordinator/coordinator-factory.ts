import type { AgentAddress } from '../../kernel/address.ts';
import type { AgentFactory } from '../../kernel/agent.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { instantiate } from './agent.ts';
import { configurationHash } from './content-hash.ts';
import { Coordinator, type CoordinatorPorts } from './coordinator.ts';
import { systemPrompt } from './system-prompt.ts';
import { possibleTools } from './tool-assembly.ts';

/** A definition as the engine runs it. For a database agent the caller built the definition from the run's pinned revision. */
export function coordinatorFactory(definition: AgentDefinition, ports: CoordinatorPorts): AgentFactory {
  const { agentKey, agentId, attributes } = definition;
  return {
    agentKey,
    agentId,
    displayName: attributes.displayName,
    queue: attributes.queue,
    codeVersion: 1,
    build: async (address: AgentAddress) => new Coordinator(address, definition, ports),
  };
}

/** Stands on every run and message: what the answer is produced with, whoever asks. */
export async function definitionHash(definition: AgentDefinition, ports: CoordinatorPorts): Promise<string> {
  const agent = instantiate(definition.agentClass, definition.attributes);
  const tools = await possibleTools({ definition, agent, ports }, { threadId: null, principal: { kind: 'system', name: 'configuration' } });
  const { defaultModel, codeVersion } = ports.settings;
  return configurationHash({ definition, codeVersion, tools, model: definition.attributes.model || defaultModel, systemPrompt: systemPrompt(agent.getSystemPrompt(), tools) });
}
