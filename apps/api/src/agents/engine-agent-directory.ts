import { Injectable } from '@nestjs/common';
import type { AgentDirectory, AgentFactory, AgentRevision } from '@roster/agents/kernel';

import { AgentBuilder } from './agent-builder.ts';
import { AgentCatalog } from './agent-catalog.ts';
import { AgentRowQuery } from './agent-row-query.ts';

/** The engine's view of agents: what a run that exists is built from. Permission and publication were asked when it was started. */
@Injectable()
export class EngineAgentDirectory implements AgentDirectory {
  constructor(private readonly catalog: AgentCatalog, private readonly rows: AgentRowQuery, private readonly builder: AgentBuilder) {}

  async find(agentKey: string): Promise<AgentFactory | null> {
    const definition = this.catalog.registry.get(agentKey);
    if (definition) return (await this.builder.code(definition)).factory;
    const factory = this.catalog.factory(agentKey);
    if (factory) return factory;
    const row = await this.rows.findForRun(agentKey);
    return row && this.builder.databaseFactory(row);
  }

  async revision(revisionId: string): Promise<AgentRevision | null> {
    return this.rows.revision(revisionId);
  }
}
