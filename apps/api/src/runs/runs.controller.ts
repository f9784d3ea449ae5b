import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  cancelledRunSchema, type ListQuery, listQuerySchema, type RunDetail, runDetailSchema, type RunRecord, runRecordSchema, type RunStatus, type RunStepRecord, runStepRecordSchema, type RunTreeRecord, runTreeSchema,
} from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { z } from 'zod';

import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility, CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { CancelAgentRun } from './cancel-agent-run.ts';
import { RunService } from './run.service.ts';

const nothing = z.strictObject({}).optional();

@ApiTags('runs')
@Controller('api/runs')
export class RunsController {
  constructor(private readonly runs: RunService, private readonly cancelRun: CancelAgentRun) {}

  @Get() @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200, standardSchema: z.array(runRecordSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<RunRecord>> {
    return this.runs.list(query, ability);
  }

  @Get(':runId') @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200, standardSchema: runDetailSchema })
  async get(@Param('runId', { schema: pathId }) runId: string, @CurrentAbility() ability: AppAbility): Promise<RunDetail> {
    return this.runs.get(runId, ability);
  }

  @Get(':runId/tree') @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200, standardSchema: runTreeSchema })
  async tree(@Param('runId', { schema: pathId }) runId: string, @CurrentAbility() ability: AppAbility): Promise<RunTreeRecord> {
    return this.runs.tree(runId, ability);
  }

  @Get(':runId/steps') @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200, standardSchema: z.array(runStepRecordSchema) })
  async steps(@Param('runId', { schema: pathId }) runId: string, @CurrentAbility() ability: AppAbility): Promise<RunStepRecord[]> {
    return this.runs.steps(runId, ability);
  }

  @Post(':runId/cancel') @HttpCode(200) @Requires(Operation.CANCEL_RUN) @ApiResponse({ status: 200, standardSchema: cancelledRunSchema })
  async cancel(@Param('runId', { schema: pathId }) runId: string, @Body({ schema: nothing }) _body: undefined, @CurrentCaller() caller: Caller): Promise<{ runId: string; status: RunStatus }> {
    return this.cancelRun.run(caller, runId);
  }
}
