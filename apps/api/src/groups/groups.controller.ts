import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { createGroupSchema, type GroupRecord, groupSchema, type ListQuery, listQuerySchema, updateGroupSchema } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';

import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility, CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { GroupsService } from './groups.service.ts';
import { presentGroup } from './present-group.ts';
import { SaveGroup } from './save-group.ts';

@ApiTags('groups')
@Controller('api/groups')
export class GroupsController {
  constructor(private readonly groups: GroupsService, private readonly saveGroup: SaveGroup) {}

  @Get() @Requires(Operation.MANAGE_GROUPS) @ApiResponse({ status: 200, standardSchema: z.array(groupSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<GroupRecord>> {
    return (await this.groups.list(query, ability)).map((row) => presentGroup(row, ability));
  }

  @Get(':groupId') @Requires(Operation.MANAGE_GROUPS) @ApiResponse({ status: 200, standardSchema: groupSchema })
  async get(@Param('groupId', { schema: pathId }) groupId: string, @CurrentAbility() ability: AppAbility): Promise<GroupRecord> {
    return presentGroup(await this.groups.find(groupId, ability), ability);
  }

  @Post() @Requires(Operation.MANAGE_GROUPS) @ApiResponse({ status: 201, standardSchema: groupSchema })
  async create(@Body({ schema: createGroupSchema }) body: z.infer<typeof createGroupSchema>, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<GroupRecord> {
    const group = await this.saveGroup.create(body, caller);
    response.setHeader('Location', `/api/groups/${group.id}`);
    return presentGroup(group, caller.ability);
  }

  @Patch(':groupId') @Requires(Operation.MANAGE_GROUPS) @ApiResponse({ status: 200, standardSchema: groupSchema })
  async update(@Param('groupId', { schema: pathId }) groupId: string, @Body({ schema: updateGroupSchema }) body: z.infer<typeof updateGroupSchema>, @CurrentCaller() caller: Caller): Promise<GroupRecord> {
    return presentGroup(await this.saveGroup.update(groupId, body, caller), caller.ability);
  }

  @Delete(':groupId') @Requires(Operation.MANAGE_GROUPS) @ApiResponse({ status: 200, standardSchema: groupSchema })
  async delete(@Param('groupId', { schema: pathId }) groupId: string, @CurrentCaller() caller: Caller): Promise<GroupRecord> {
    return presentGroup(await this.saveGroup.delete(groupId, caller), caller.ability);
  }
}
