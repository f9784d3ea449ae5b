import { Global, Module } from '@nestjs/common';
import type { ModelClient } from '@roster/agents/kernel';
import pg from 'pg';

import { ContentFacts } from '../agent-settings/content-facts.ts';
import type { Config } from '../config/config.ts';
import { MODEL_CLIENT } from '../providers/model-client.ts';
import { CONFIG } from '../tokens.ts';
import { AgentCatalog } from './agent-catalog.ts';
import { AgentRowQuery } from './agent-row-query.ts';
import { loadAgentModules } from './load-agent-modules.ts';
import { RegisteredAgentSource } from './registered-agent-source.ts';

/** What agents there are, in every process. */
@Global()
@Module({
  providers: [
    { provide: AgentCatalog, inject: [CONFIG, pg.Pool, MODEL_CLIENT], useFactory: buildCatalog },
    { provide: ContentFacts, useExisting: AgentCatalog },
    AgentRowQuery,
    RegisteredAgentSource,
  ],
  exports: [AgentCatalog, ContentFacts, AgentRowQuery],
})
export class AgentCatalogModule {}

async function buildCatalog({ agents, models }: Config, pool: pg.Pool, client: ModelClient): Promise<AgentCatalog> {
  const modules = await loadAgentModules(agents.modules, { pool });
  return AgentCatalog.build(modules, { ...agents, defaultModel: models.defaultModel }, client);
}
