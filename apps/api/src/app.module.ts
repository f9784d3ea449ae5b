import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';

import { AgentCatalogModule } from './agents/agent-catalog.module.ts';
import { AgentsModule } from './agents/agents.module.ts';
import { AgentSettingsModule } from './agent-settings/agent-settings.module.ts';
import { ApiKeysModule } from './api-keys/api-keys.module.ts';
import { AuditModule } from './audit/audit.module.ts';
import { AuditListModule } from './audit/audit-list.module.ts';
import { AuthModule } from './auth/auth.module.ts';
import { LoginModule } from './auth/login.module.ts';
import type { Config } from './config/config.ts';
import { CoreModule } from './core.module.ts';
import { DatabaseModule } from './database/database.module.ts';
import { ExamplesModule } from './examples/examples.module.ts';
import { GrantsModule } from './grants/grants.module.ts';
import { GroupsModule } from './groups/groups.module.ts';
import { HttpModule } from './http/http.module.ts';
import type { Overrides } from './overrides.ts';
import { ProvidersModule } from './providers/providers.module.ts';
import { SystemModule } from './system/system.module.ts';
import { AgentResolverModule } from './agents/agent-resolver.module.ts';
import { ChatModule } from './chat/chat.module.ts';
import { HumanRequestsModule } from './human-requests/human-requests.module.ts';
import { EngineModule } from './runs/engine/engine.module.ts';
import { RunAgentModule } from './runs/run-agent.module.ts';
import { RunsModule } from './runs/runs.module.ts';
import { ScheduleClockModule } from './schedules/schedule-clock.module.ts';
import { SchedulesModule } from './schedules/schedules.module.ts';
import { RunEventsModule } from './runs/stream/run-events.module.ts';
import { StreamsModule } from './runs/stream/streams.module.ts';
import { RepliesModule } from './threads/replies.module.ts';
import { ThreadsModule } from './threads/threads.module.ts';
import { UsersModule } from './users/users.module.ts';

type Modules = NonNullable<ModuleMetadata['imports']>;

/** In every process. */
const everywhere: Modules = [DatabaseModule, AuditModule, AuthModule, HttpModule, SystemModule, ProvidersModule, AgentCatalogModule, AgentResolverModule, RepliesModule, EngineModule, RunAgentModule, ExamplesModule];
/** What people and products reach over HTTP: ROLE=api and all. */
const apiFeatures: Modules = [LoginModule, AuditListModule, UsersModule, GroupsModule, GrantsModule, ApiKeysModule, AgentSettingsModule, AgentsModule, StreamsModule, HumanRequestsModule, ThreadsModule, ChatModule, RunsModule, RunEventsModule, SchedulesModule];
/** What takes work from the queue: ROLE=worker and all. */
const workerFeatures: Modules = [ScheduleClockModule];

@Module({})
export class AppModule {
  static for(config: Config, overrides: Overrides): DynamicModule {
    const roleFeatures = { all: [...apiFeatures, ...workerFeatures], api: apiFeatures, worker: workerFeatures }[config.role];
    return { module: AppModule, imports: [CoreModule.for(config, overrides), ...everywhere, ...roleFeatures] };
  }
}
