import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { humanAnswerBodySchema, humanRequestSchema, listQuerySchema, type HumanRequestRecord, type Json, type ListQuery } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { authorize } from '../http/authorize.ts';
import { CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { AnswerHumanRequest } from './answer-human-request.ts';
import { presentHumanRequest } from './human-request.presenter.ts';
import { humanRequestFacts, HumanRequestService } from './human-request.service.ts';

@ApiTags('human-requests')
@Controller('api/human-requests')
export class HumanRequestsController {
  constructor(private readonly requests: HumanRequestService, private readonly answerRequest: AnswerHumanRequest) {}

  @Get() @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200, standardSchema: z.array(humanRequestSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentCaller() caller: Caller): Promise<ListPage<HumanRequestRecord>> {
    return (await this.requests.list(caller, query)).map((request) => presentHumanRequest(request, caller.ability));
  }

  @Get(':requestId') @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200, standardSchema: humanRequestSchema })
  async get(@Param('requestId', { schema: pathId }) requestId: string, @CurrentCaller() { ability }: Caller): Promise<HumanRequestRecord> {
    const request = await this.requests.find(requestId);
    authorize(ability, Operation.VIEW_RUN, request && humanRequestFacts(request));
    return presentHumanRequest(request!, ability);
  }

  @Post(':requestId/response') @HttpCode(200) @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200, standardSchema: humanRequestSchema })
  async answer(@Param('requestId', { schema: pathId }) requestId: string, @Body({ schema: humanAnswerBodySchema }) answer: Json, @CurrentCaller() caller: Caller, @Headers('idempotency-key') idempotencyKey?: string): Promise<HumanRequestRecord> {
    return presentHumanRequest(await this.answerRequest.run({ requestId, answer, idempotencyKey }, caller), caller.ability);
  }
}
