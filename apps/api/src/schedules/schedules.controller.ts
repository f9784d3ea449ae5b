import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  type CreateScheduleRequest, createScheduleRequestSchema, type ListQuery, listQuerySchema, type ScheduleFireRecord, scheduleFireSchema, type SchedulePreview, type SchedulePreviewRequest,
  schedulePreviewRequestSchema, schedulePreviewSchema, type ScheduleRecord, scheduleRecordSchema, startedRunSchema, type UpdateScheduleRequest, updateScheduleRequestSchema,
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
import { ChangeSchedule } from './change-schedule.ts';
import { ScheduleService } from './schedule.service.ts';

const nothing = z.strictObject({}).optional();

@ApiTags('schedules')
@Controller('api/schedules')
export class SchedulesController {
  constructor(private readonly schedules: ScheduleService, private readonly change: ChangeSchedule) {}

  @Get() @Requires(Operation.VIEW_SCHEDULE) @ApiResponse({ status: 200, standardSchema: z.array(scheduleRecordSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<ScheduleRecord>> {
    return this.schedules.list(query, ability);
  }

  @Post() @Requires(Operation.MANAGE_SCHEDULE) @ApiResponse({ status: 201, standardSchema: scheduleRecordSchema })
  async create(@Body({ schema: createScheduleRequestSchema }) body: CreateScheduleRequest, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<ScheduleRecord> {
    const scheduleId = await this.change.create.run(caller, body);
    response.setHeader('Location', `/api/schedules/${scheduleId}`);
    return this.schedules.get(scheduleId, caller.ability);
  }

  @Post('preview') @HttpCode(200) @Requires(Operation.VIEW_SCHEDULE) @ApiResponse({ status: 200, standardSchema: schedulePreviewSchema })
  async preview(@Body({ schema: schedulePreviewRequestSchema }) body: SchedulePreviewRequest): Promise<SchedulePreview> {
    return this.schedules.preview(body);
  }

  @Get(':scheduleId') @Requires(Operation.VIEW_SCHEDULE) @ApiResponse({ status: 200, standardSchema: scheduleRecordSchema })
  async get(@Param('scheduleId', { schema: pathId }) scheduleId: string, @CurrentAbility() ability: AppAbility): Promise<ScheduleRecord> {
    return this.schedules.get(scheduleId, ability);
  }

  @Patch(':scheduleId') @Requires(Operation.MANAGE_SCHEDULE) @ApiResponse({ status: 200, standardSchema: scheduleRecordSchema })
  async update(@Param('scheduleId', { schema: pathId }) scheduleId: string, @Body({ schema: updateScheduleRequestSchema }) body: UpdateScheduleRequest, @CurrentCaller() caller: Caller): Promise<ScheduleRecord> {
    await this.change.update.run(caller, scheduleId, body);
    return this.schedules.get(scheduleId, caller.ability);
  }

  @Delete(':scheduleId') @Requires(Operation.MANAGE_SCHEDULE) @ApiResponse({ status: 200, standardSchema: scheduleRecordSchema })
  async remove(@Param('scheduleId', { schema: pathId }) scheduleId: string, @CurrentCaller() caller: Caller): Promise<ScheduleRecord> {
    const deleted = await this.schedules.get(scheduleId, caller.ability);
    await this.change.remove.run(caller, scheduleId);
    return deleted;
  }

  @Post(':scheduleId/run') @HttpCode(202) @Requires(Operation.RUN_SCHEDULE) @ApiResponse({ status: 202, standardSchema: startedRunSchema })
  async run(@Param('scheduleId', { schema: pathId }) scheduleId: string, @Body({ schema: nothing }) _body: undefined, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response, @Headers('idempotency-key') idempotencyKey?: string): Promise<{ runId: string }> {
    const { runId, replayed } = await this.change.runNow.run(caller, scheduleId, idempotencyKey);
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    response.setHeader('Location', `/api/runs/${runId}`);
    return { runId };
  }

  @Get(':scheduleId/fires') @Requires(Operation.VIEW_SCHEDULE) @ApiResponse({ status: 200, standardSchema: z.array(scheduleFireSchema) })
  async fires(@Param('scheduleId', { schema: pathId }) scheduleId: string, @Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<ScheduleFireRecord>> {
    return this.schedules.fires(scheduleId, query, ability);
  }
}
