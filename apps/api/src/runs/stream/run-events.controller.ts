import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../../auth/caller.ts';
import { Requires } from '../../http/access.ts';
import { CurrentCaller } from '../../http/current.ts';
import { pathId } from '../../http/path-id.ts';
import { RunEventStream } from './run-event-stream.ts';

const querySchema = z.strictObject({ after: z.string().max(20).optional() });

@ApiTags('runs')
@Controller('api/runs')
export class RunEventsController {
  constructor(private readonly stream: RunEventStream) {}

  /** Server-sent events; `Last-Event-ID` beats `after`, both exclude their position. */
  @Get(':runId/events') @Requires(Operation.VIEW_RUN) @ApiResponse({ status: 200 }) @ApiResponse({ status: 204 })
  async events(@Param('runId', { schema: pathId }) runId: string, @Query({ schema: querySchema }) { after }: z.infer<typeof querySchema>, @CurrentCaller() caller: Caller, @Res() response: Response, @Headers('last-event-id') lastEventId?: string): Promise<void> {
    await this.stream.send(response, { runId, after: lastEventId ?? after, caller });
  }
}
