import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentCaller } from '../http/current.ts';
import { pathId } from '../http/path-id.ts';
import { SessionEventStream } from './session-event-stream.ts';

/** The one profile so far: the complete record. */
const profile = z.string().max(64).refine((name) => name === 'default', 'There is no such profile.');

const querySchema = z.strictObject({ profile: profile.default('default'), after: z.string().max(20).optional(), untilRun: z.uuid().optional() });

@ApiTags('threads')
@Controller('api/sessions')
export class SessionEventsController {
  constructor(private readonly stream: SessionEventStream) {}

  /** Server-sent events of a conversation, in the order they were committed; `Last-Event-ID` beats `after`, both exclude their position. */
  @Get(':sessionId/events') @Requires(Operation.VIEW_THREAD) @ApiResponse({ status: 200 }) @ApiResponse({ status: 204 })
  async events(@Param('sessionId', { schema: pathId }) sessionId: string, @Query({ schema: querySchema }) query: z.infer<typeof querySchema>, @CurrentCaller() caller: Caller, @Res() response: Response, @Headers('last-event-id') lastEventId?: string): Promise<void> {
    await this.stream.send(response, { sessionId, untilRun: query.untilRun, after: lastEventId ?? query.after, caller });
  }
}
