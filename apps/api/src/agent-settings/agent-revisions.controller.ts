import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  type AgentPublicationRecord, agentPublicationRecordSchema, type AgentRevisionRecord, agentRevisionRecordSchema, type RevisionDiff, type RevisionDiffQuery, revisionDiffQuerySchema, revisionDiffSchema,
} from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { z } from 'zod';

import { Requires } from '../http/access.ts';
import { CurrentAbility } from '../http/current.ts';
import { pathId } from '../http/path-id.ts';
import { AgentSettingsService } from './agent-settings.service.ts';

const pathNumber = z.string().regex(/^[1-9]\d{0,8}$/).transform(Number);

@ApiTags('agents')
@Controller('api/agents/runtimes/:agentId')
export class AgentRevisionsController {
  constructor(private readonly agents: AgentSettingsService) {}

  @Get('revisions') @Requires(Operation.VIEW_INSTRUCTIONS) @ApiResponse({ status: 200, standardSchema: z.array(agentRevisionRecordSchema) })
  async revisions(@Param('agentId', { schema: pathId }) agentId: string, @CurrentAbility() ability: AppAbility): Promise<AgentRevisionRecord[]> {
    return this.agents.revisions(agentId, ability);
  }

  @Get('revisions/diff') @Requires(Operation.VIEW_INSTRUCTIONS) @ApiResponse({ status: 200, standardSchema: revisionDiffSchema })
  async diff(@Param('agentId', { schema: pathId }) agentId: string, @Query({ schema: revisionDiffQuerySchema }) query: RevisionDiffQuery, @CurrentAbility() ability: AppAbility): Promise<RevisionDiff> {
    return this.agents.diff(agentId, query, ability);
  }

  @Get('revisions/:number') @Requires(Operation.VIEW_INSTRUCTIONS) @ApiResponse({ status: 200, standardSchema: agentRevisionRecordSchema })
  async revision(@Param('agentId', { schema: pathId }) agentId: string, @Param('number', { schema: pathNumber }) number: number, @CurrentAbility() ability: AppAbility): Promise<AgentRevisionRecord> {
    return this.agents.revision(agentId, number, ability);
  }

  @Get('publications') @Requires(Operation.VIEW_INSTRUCTIONS) @ApiResponse({ status: 200, standardSchema: z.array(agentPublicationRecordSchema) })
  async publications(@Param('agentId', { schema: pathId }) agentId: string, @CurrentAbility() ability: AppAbility): Promise<AgentPublicationRecord[]> {
    return this.agents.publications(agentId, ability);
  }
}
