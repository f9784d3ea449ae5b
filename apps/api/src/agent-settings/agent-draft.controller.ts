import { Body, Controller, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  type AgentConfig, agentConfigSchema, type AgentDraft, agentDraftSchema, type AgentRecord, agentRecordSchema, type PublishRequest, publishRequestSchema, type RestoreRequest, restoreRequestSchema,
  type RollbackRequest, rollbackRequestSchema, type UnpublishRequest, unpublishRequestSchema,
} from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';

import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility, CurrentCaller, IfMatch } from '../http/current.ts';
import { etagOf } from '../http/etag.ts';
import { pathId } from '../http/path-id.ts';
import { AgentSettingsService } from './agent-settings.service.ts';
import { ChangeLive } from './change-live.ts';
import { RestoreRevision } from './restore-revision.ts';
import { SaveDraft } from './save-draft.ts';

@ApiTags('agents')
@Controller('api/agents/runtimes/:agentId')
export class AgentDraftController {
  constructor(private readonly agents: AgentSettingsService, private readonly saveDraft: SaveDraft, private readonly restoreRevision: RestoreRevision, private readonly live: ChangeLive) {}

  @Get('draft') @Requires(Operation.VIEW_INSTRUCTIONS) @ApiResponse({ status: 200, standardSchema: agentDraftSchema })
  async draft(@Param('agentId', { schema: pathId }) agentId: string, @CurrentAbility() ability: AppAbility, @Res({ passthrough: true }) response: Response): Promise<AgentDraft> {
    return withEtag(await this.agents.draft(agentId, ability), response);
  }

  @Put('draft') @Requires(Operation.UPDATE_AGENT) @ApiResponse({ status: 200, standardSchema: agentDraftSchema })
  async save(@Param('agentId', { schema: pathId }) agentId: string, @Body({ schema: agentConfigSchema }) content: AgentConfig, @IfMatch() ifMatch: string | undefined, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<AgentDraft> {
    await this.saveDraft.run(caller, agentId, { ifMatch, content });
    return withEtag(await this.agents.draft(agentId, caller.ability), response);
  }

  @Post('restore') @HttpCode(200) @Requires(Operation.UPDATE_AGENT) @ApiResponse({ status: 200, standardSchema: agentDraftSchema })
  async restore(@Param('agentId', { schema: pathId }) agentId: string, @Body({ schema: restoreRequestSchema }) body: RestoreRequest, @IfMatch() ifMatch: string | undefined, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<AgentDraft> {
    await this.restoreRevision.run(caller, agentId, { ifMatch, number: body.number });
    return withEtag(await this.agents.draft(agentId, caller.ability), response);
  }

  @Post('publish') @HttpCode(200) @Requires(Operation.PUBLISH_AGENT) @ApiResponse({ status: 200, standardSchema: agentRecordSchema })
  async publish(@Param('agentId', { schema: pathId }) agentId: string, @Body({ schema: publishRequestSchema }) body: PublishRequest, @CurrentCaller() caller: Caller): Promise<AgentRecord> {
    await this.live.publish.run(caller, agentId, body);
    return this.agents.get(agentId, caller.ability);
  }

  @Post('rollback') @HttpCode(200) @Requires(Operation.PUBLISH_AGENT) @ApiResponse({ status: 200, standardSchema: agentRecordSchema })
  async rollBack(@Param('agentId', { schema: pathId }) agentId: string, @Body({ schema: rollbackRequestSchema }) body: RollbackRequest, @CurrentCaller() caller: Caller): Promise<AgentRecord> {
    await this.live.rollBack.run(caller, agentId, body);
    return this.agents.get(agentId, caller.ability);
  }

  @Post('unpublish') @HttpCode(200) @Requires(Operation.PUBLISH_AGENT) @ApiResponse({ status: 200, standardSchema: agentRecordSchema })
  async unpublish(@Param('agentId', { schema: pathId }) agentId: string, @Body({ schema: unpublishRequestSchema }) body: UnpublishRequest, @CurrentCaller() caller: Caller): Promise<AgentRecord> {
    await this.live.unpublish.run(caller, agentId, body);
    return this.agents.get(agentId, caller.ability);
  }
}

function withEtag(draft: AgentDraft, response: Response): AgentDraft {
  response.setHeader('ETag', etagOf(draft.hash));
  return draft;
}
