import { Body, Controller, Get, Inject, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { createUserSchema, invitedUserSchema, type ListQuery, listQuerySchema, updateUserSchema, userSchema, type UserRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';

import type { Caller } from '../auth/caller.ts';
import type { Config } from '../config/config.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility, CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { publicUrlOf } from '../http/public-url.ts';
import type { AppRequest } from '../http/request-context.ts';
import { CONFIG } from '../tokens.ts';
import { InviteUser, type Invited } from './invite-user.ts';
import { presentUser } from './present-user.ts';
import { UpdateUser } from './update-user.ts';
import { UsersService } from './users.service.ts';

type InvitedUser = z.infer<typeof invitedUserSchema>;

@ApiTags('users')
@Controller('api/users')
export class UsersController {
  constructor(private readonly users: UsersService, private readonly inviteUser: InviteUser, private readonly updateUser: UpdateUser, @Inject(CONFIG) private readonly config: Config) {}

  @Get() @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 200, standardSchema: z.array(userSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<UserRecord>> {
    return (await this.users.list(query, ability)).map((row) => presentUser(row, ability));
  }

  @Get(':userId') @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 200, standardSchema: userSchema })
  async get(@Param('userId', { schema: pathId }) userId: string, @CurrentAbility() ability: AppAbility): Promise<UserRecord> {
    return presentUser(await this.users.find(userId, ability), ability);
  }

  @Post() @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 201, standardSchema: invitedUserSchema })
  async invite(@Body({ schema: createUserSchema }) body: z.infer<typeof createUserSchema>, @CurrentCaller() caller: Caller, @Req() request: AppRequest, @Res({ passthrough: true }) response: Response): Promise<InvitedUser> {
    const invited = await this.inviteUser.run(body, caller);
    response.setHeader('Location', `/api/users/${invited.user.id}`);
    return this.presentInvited(invited, caller, request);
  }

  @Post(':userId/invitation') @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 201, standardSchema: invitedUserSchema })
  async inviteAgain(@Param('userId', { schema: pathId }) userId: string, @CurrentCaller() caller: Caller, @Req() request: AppRequest): Promise<InvitedUser> {
    return this.presentInvited(await this.inviteUser.again(userId, caller), caller, request);
  }

  @Patch(':userId') @Requires(Operation.MANAGE_USERS) @ApiResponse({ status: 200, standardSchema: userSchema })
  async update(@Param('userId', { schema: pathId }) userId: string, @Body({ schema: updateUserSchema }) body: z.infer<typeof updateUserSchema>, @CurrentCaller() caller: Caller): Promise<UserRecord> {
    return presentUser(await this.updateUser.run(userId, body, caller), caller.ability);
  }

  private presentInvited({ user, link }: Invited, { ability }: Caller, request: AppRequest): InvitedUser {
    // Behind `#`, so that the token never reaches a log.
    return { ...presentUser(user, ability), invitationUrl: `${publicUrlOf(request, this.config)}/#/invitation?token=${link.token}`, invitationExpiresAt: link.expiresAt.toISOString() };
  }
}
