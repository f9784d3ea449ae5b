import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type AgentRecord, agentRecordSchema, type ListQuery, listQuerySchema } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { z } from 'zod';

import { Requires } from '../http/access.ts';
import { CurrentAbility } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { AgentListService } from './agent-list.service.ts';
import { agentName } from './agent-name.ts';

@ApiTags('agents')
@Controller('api/agents')
export class AgentsController {
  constructor(private readonly agents: AgentListService) {}

  @Get() @Requires(Operation.VIEW_AGENT) @ApiResponse({ status: 200, standardSchema: z.array(agentRecordSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<AgentRecord>> {
    return this.agents.list(query, ability);
  }

  @Get(':agentId') @Requires(Operation.VIEW_AGENT) @ApiResponse({ status: 200, standardSchema: agentRecordSchema })
  async get(@Param('agentId', { schema: agentName }) agentId: string, @CurrentAbility() ability: AppAbility): Promise<AgentRecord> {
    return this.agents.get(agentId, ability);
  }
}
