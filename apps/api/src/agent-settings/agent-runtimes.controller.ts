import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  type AgentBase, agentBaseSchema, type AgentRecord, agentRecordSchema, type AgentTool, agentToolSchema, type CreateAgentRequest, createAgentRequestSchema, type ListQuery, listQuerySchema,
  type UpdateAgentRequest, updateAgentRequestSchema,
} from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';

import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility, CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { AgentSettingsService } from './agent-settings.service.ts';
import { CreateAgent } from './create-agent.ts';
import { ContentFacts } from './content-facts.ts';
import { DeleteAgent } from './delete-agent.ts';
import { presentAgent } from './present-agent.ts';
import { UpdateAgent } from './update-agent.ts';

@ApiTags('agents')
@Controller('api/agents/runtimes')
export class AgentRuntimesController {
  constructor(
    private readonly agents: AgentSettingsService,
    private readonly facts: ContentFacts,
    private readonly createAgent: CreateAgent,
    private readonly updateAgent: UpdateAgent,
    private readonly deleteAgent: DeleteAgent,
  ) {}

  @Get() @Requires(Operation.VIEW_AGENT) @ApiResponse({ status: 200, standardSchema: z.array(agentRecordSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<AgentRecord>> {
    return this.agents.list(query, ability);
  }

  @Get('bases') @Requires(Operation.VIEW_AGENT) @ApiResponse({ status: 200, standardSchema: z.array(agentBaseSchema) })
  bases(): AgentBase[] {
    return this.facts.bases();
  }

  @Get('tools') @Requires(Operation.VIEW_AGENT) @ApiResponse({ status: 200, standardSchema: z.array(agentToolSchema) })
  tools(): AgentTool[] {
    return this.facts.tools();
  }

  @Post() @Requires(Operation.CREATE_AGENT) @ApiResponse({ status: 201, standardSchema: agentRecordSchema })
  async create(@Body({ schema: createAgentRequestSchema }) body: CreateAgentRequest, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<AgentRecord> {
    const created = await this.createAgent.run(caller, body);
    response.setHeader('Location', `/api/agents/runtimes/${created.id}`);
    return created;
  }

  @Get(':agentId') @Requires(Operation.VIEW_AGENT) @ApiResponse({ status: 200, standardSchema: agentRecordSchema })
  async get(@Param('agentId', { schema: pathId }) agentId: string, @CurrentAbility() ability: AppAbility): Promise<AgentRecord> {
    return this.agents.get(agentId, ability);
  }

  @Patch(':agentId') @Requires(Operation.UPDATE_AGENT) @ApiResponse({ status: 200, standardSchema: agentRecordSchema })
  async update(@Param('agentId', { schema: pathId }) agentId: string, @Body({ schema: updateAgentRequestSchema }) body: UpdateAgentRequest, @CurrentCaller() caller: Caller): Promise<AgentRecord> {
    await this.updateAgent.run(caller, agentId, body);
    return this.agents.get(agentId, caller.ability);
  }

  @Delete(':agentId') @Requires(Operation.DELETE_AGENT) @ApiResponse({ status: 200, standardSchema: agentRecordSchema })
  async remove(@Param('agentId', { schema: pathId }) agentId: string, @CurrentCaller() caller: Caller): Promise<AgentRecord> {
    return presentAgent(await this.deleteAgent.run(caller, agentId), caller.ability, this.facts);
  }
}
