import { Module } from '@nestjs/common';

import { AgentListService } from './agent-list.service.ts';
import { AgentsController } from './agents.controller.ts';

@Module({ controllers: [AgentsController], providers: [AgentListService] })
export class AgentsModule {}
