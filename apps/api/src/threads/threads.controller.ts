import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  createThreadSchema, listQuerySchema, messagePageQuerySchema, messagePageSchema, threadSchema, updateThreadSchema,
  type CreateThreadRequest, type ListQuery, type MessagePage, type MessagePageQuery, type ThreadRecord, type UpdateThreadRequest,
} from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { CreateThread } from './create-thread.ts';
import { DeleteThread } from './delete-thread.ts';
import { ThreadHistoryPage } from './thread-history-page.ts';
import { presentThread } from './thread.presenter.ts';
import { ThreadService } from './thread.service.ts';
import { UpdateThread } from './update-thread.ts';

@ApiTags('threads')
@Controller('api/threads')
export class ThreadsController {
  constructor(
    private readonly threads: ThreadService,
    private readonly history: ThreadHistoryPage,
    private readonly createThread: CreateThread,
    private readonly updateThread: UpdateThread,
    private readonly deleteThread: DeleteThread,
  ) {}

  @Get() @Requires(Operation.LIST_THREADS) @ApiResponse({ status: 200, standardSchema: z.array(threadSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentCaller() caller: Caller): Promise<ListPage<ThreadRecord>> {
    return (await this.threads.list(caller, query)).map((thread) => presentThread(thread, caller.ability));
  }

  @Post() @Requires(Operation.CREATE_THREAD) @ApiResponse({ status: 201, standardSchema: threadSchema })
  async create(@Body({ schema: createThreadSchema }) body: CreateThreadRequest, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<ThreadRecord> {
    const thread = await this.createThread.run(body, caller);
    response.setHeader('Location', `/api/threads/${thread.id}`);
    return presentThread(thread, caller.ability);
  }

  @Get(':threadId') @Requires(Operation.VIEW_THREAD) @ApiResponse({ status: 200, standardSchema: threadSchema })
  async get(@Param('threadId') threadId: string, @CurrentCaller() caller: Caller): Promise<ThreadRecord> {
    return presentThread(await this.threads.get(caller, threadId, Operation.VIEW_THREAD), caller.ability);
  }

  @Get(':threadId/messages') @Requires(Operation.VIEW_MESSAGES) @ApiResponse({ status: 200, standardSchema: messagePageSchema })
  async messages(@Param('threadId') threadId: string, @Query({ schema: messagePageQuerySchema }) query: MessagePageQuery, @CurrentCaller() caller: Caller): Promise<MessagePage> {
    const { id } = await this.threads.get(caller, threadId, Operation.VIEW_MESSAGES);
    return this.history.read(id, query);
  }

  @Patch(':threadId') @Requires(Operation.UPDATE_THREAD) @ApiResponse({ status: 200, standardSchema: threadSchema })
  async update(@Param('threadId') threadId: string, @Body({ schema: updateThreadSchema }) body: UpdateThreadRequest, @CurrentCaller() caller: Caller): Promise<ThreadRecord> {
    return presentThread(await this.updateThread.run(threadId, body, caller), caller.ability);
  }

  @Delete(':threadId') @Requires(Operation.DELETE_THREAD) @ApiResponse({ status: 200, standardSchema: threadSchema })
  async delete(@Param('threadId') threadId: string, @CurrentCaller() caller: Caller): Promise<ThreadRecord> {
    return presentThread(await this.deleteThread.run(threadId, caller), caller.ability);
  }
}
