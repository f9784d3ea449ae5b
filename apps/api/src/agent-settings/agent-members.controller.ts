import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type AgentMember, type AgentMemberKey, agentMemberKeySchema, type AgentMemberRecord, agentMemberRecordSchema, agentMemberSchema } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import { z } from 'zod';

import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentCaller } from '../http/current.ts';
import { pathId } from '../http/path-id.ts';
import { AgentMembers } from './agent-members.ts';

const members = z.array(agentMemberRecordSchema);

@ApiTags('agents')
@Controller('api/agents/runtimes/:agentId/members')
export class AgentMembersController {
  constructor(private readonly members: AgentMembers) {}

  @Get() @Requires(Operation.MANAGE_AGENT_ACCESS) @ApiResponse({ status: 200, standardSchema: members })
  async list(@Param('agentId', { schema: pathId }) agentId: string, @CurrentCaller() caller: Caller): Promise<AgentMemberRecord[]> {
    return this.members.list(caller, agentId);
  }

  @Post() @HttpCode(200) @Requires(Operation.MANAGE_AGENT_ACCESS) @ApiResponse({ status: 200, standardSchema: members })
  async add(@Param('agentId', { schema: pathId }) agentId: string, @Body({ schema: agentMemberSchema }) member: AgentMember, @CurrentCaller() caller: Caller): Promise<AgentMemberRecord[]> {
    await this.members.add(caller, agentId, member);
    return this.members.list(caller, agentId);
  }

  @Delete() @Requires(Operation.MANAGE_AGENT_ACCESS) @ApiResponse({ status: 200, standardSchema: members })
  async remove(@Param('agentId', { schema: pathId }) agentId: string, @Query({ schema: agentMemberKeySchema }) member: AgentMemberKey, @CurrentCaller() caller: Caller): Promise<AgentMemberRecord[]> {
    return this.members.remove(caller, agentId, member);
  }
}
