import { Inject, Injectable } from '@nestjs/common';
import { type AgentDefinition, ConfigurationError, Coordinator, coordinatorFactory, type CoordinatorPorts, defineRuntimeAgent, definitionHash } from '@roster/agents/agents';
import type { AgentAddress, AgentFactory, AgentRevision } from '@roster/agents/kernel';
import type { AgentFacts } from '@roster/permissions/subjects';

import { agentFactsOf, type AgentSettingsRow } from '../agent-settings/agent-settings-row.ts';
import { AgentCatalog } from './agent-catalog.ts';
import { COORDINATOR_PORTS } from './coordinator-ports.ts';
import type { ResolvedAgent } from './resolved-agent.ts';

/** Class ⊕ revision → what the engine runs. Nothing is substituted: what is missing is a ConfigurationError. */
@Injectable()
export class AgentBuilder {
  constructor(private readonly catalog: AgentCatalog, @Inject(COORDINATOR_PORTS) private readonly ports: CoordinatorPorts) {}

  async code(definition: AgentDefinition): Promise<ResolvedAgent> {
    return this.resolved(definition, { facts: codeFacts(definition.agentId), factory: coordinatorFactory(definition, this.ports) });
  }

  async database(row: AgentSettingsRow, revision: AgentRevision): Promise<ResolvedAgent> {
    const definition = defineRuntimeAgent(row, revision, this.catalog.allowed);
    return this.resolved(definition, { facts: agentFactsOf(row), factory: this.databaseFactory(row) });
  }

  factory(factory: AgentFactory): ResolvedAgent {
    const { agentId, agentKey, displayName } = factory;
    return { agentId, agentKey, name: displayName, facts: codeFacts(agentId), workerOnly: true, definition: null, factory, revision: null, configurationHash: null };
  }

  /** Builds for each claim from the revision the run was pinned to. */
  databaseFactory(row: AgentSettingsRow): AgentFactory {
    return {
      agentKey: row.id,
      agentId: row.id,
      displayName: row.name,
      queue: 'default',
      codeVersion: 1,
      build: async (address: AgentAddress, revision: AgentRevision | null) => {
        if (!revision) throw new ConfigurationError(`A run of ${row.name} is pinned to no revision.`);
        return new Coordinator(address, defineRuntimeAgent(row, revision, this.catalog.allowed), this.ports);
      },
    };
  }

  private async resolved(definition: AgentDefinition, { facts, factory }: { facts: AgentFacts; factory: AgentFactory }): Promise<ResolvedAgent> {
    const { agentId, agentKey, attributes, revision } = definition;
    return {
      agentId, agentKey, name: attributes.displayName, facts, workerOnly: attributes.workerOnly, definition, factory, revision, configurationHash: await definitionHash(definition, this.ports),
    };
  }
}

export const codeFacts = (agentId: string): AgentFacts => ({ subject: 'Agent', agentId, kind: 'code', isPublic: false, active: true });
