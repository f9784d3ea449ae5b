import { Global, Module } from '@nestjs/common';
import type { CoordinatorPorts } from '@roster/agents/agents';
import pg from 'pg';

import { PlatformAgentAccess } from '../auth/platform-agent-access.ts';
import type { Config } from '../config/config.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';
import { PostgresThreadHistory } from '../threads/postgres-thread-history.ts';
import { CONFIG } from '../tokens.ts';
import { AgentBuilder } from './agent-builder.ts';
import { AgentResolver } from './agent-resolver.ts';
import { COORDINATOR_PORTS, coordinatorPorts } from './coordinator-ports.ts';
import { EngineAgentDirectory } from './engine-agent-directory.ts';

/** From a name to what a run is built from, in every process. */
@Global()
@Module({
  providers: [
    PostgresThreadHistory,
    { provide: COORDINATOR_PORTS, inject: [PlatformAgentAccess, pg.Pool, PostgresThreadHistory, CONFIG, LOGGER], useFactory: ports },
    AgentBuilder,
    AgentResolver,
    EngineAgentDirectory,
  ],
  exports: [AgentResolver, EngineAgentDirectory],
})
export class AgentResolverModule {}

function ports(...[access, pool, history, config, logger]: [PlatformAgentAccess, pg.Pool, PostgresThreadHistory, Config, Logger]): CoordinatorPorts {
  return coordinatorPorts({ access, pool, history, config, logger });
}
