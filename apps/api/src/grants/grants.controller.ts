import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { createGrantSchema, type GrantRecord, grantSchema, type ListQuery, listQuerySchema } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';

import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility, CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { ChangeGrants } from './change-grants.ts';
import { GrantsService } from './grants.service.ts';
import { presentGrant } from './present-grant.ts';

@ApiTags('grants')
@Controller('api/grants')
export class GrantsController {
  constructor(private readonly grants: GrantsService, private readonly changeGrants: ChangeGrants) {}

  @Get() @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 200, standardSchema: z.array(grantSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<GrantRecord>> {
    return (await this.grants.list(query, ability)).map((row) => presentGrant(row, ability));
  }

  @Get(':grantId') @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 200, standardSchema: grantSchema })
  async get(@Param('grantId', { schema: pathId }) grantId: string, @CurrentAbility() ability: AppAbility): Promise<GrantRecord> {
    return presentGrant(await this.grants.find(grantId, ability), ability);
  }

  @Post() @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 201, standardSchema: grantSchema })
  async create(@Body({ schema: createGrantSchema }) body: z.infer<typeof createGrantSchema>, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<GrantRecord> {
    const grant = await this.changeGrants.create(body, caller);
    response.setHeader('Location', `/api/grants/${grant.id}`);
    return presentGrant(grant, caller.ability);
  }

  @Delete(':grantId') @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 200, standardSchema: grantSchema })
  async delete(@Param('grantId', { schema: pathId }) grantId: string, @CurrentCaller() caller: Caller): Promise<GrantRecord> {
    return presentGrant(await this.changeGrants.delete(grantId, caller), caller.ability);
  }
}
