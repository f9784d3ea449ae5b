import { Body, Controller, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { acceptInvitationSchema, changePasswordSchema, loginSchema, type Me, meSchema, setupSchema } from '@roster/agents/contracts';
import type { Response } from 'express';
import type { z } from 'zod';

import { Public, SignedIn } from '../http/access.ts';
import { CurrentCaller } from '../http/current.ts';
import { InvalidRequestError } from '../http/errors/invalid-request-error.ts';
import { UnauthenticatedError } from '../http/errors/unauthenticated-error.ts';
import type { AppRequest } from '../http/request-context.ts';
import type { Caller } from './caller.ts';
import { LoginCookies } from './login-cookies.ts';
import { LoginCommands } from './login-commands.ts';
import type { OpenedLogin } from './open-login.ts';
import { presentMe } from './present-me.ts';
import { Principals } from './principals.ts';

const SAME_FOR_ALL = { status: 200, standardSchema: meSchema, description: 'Who you are now' };

@ApiTags('login')
@Controller('api')
export class AuthController {
  constructor(private readonly commands: LoginCommands, private readonly cookies: LoginCookies, private readonly principals: Principals) {}

  @Post('login') @HttpCode(200) @Public('this is where one signs in') @ApiResponse(SAME_FOR_ALL)
  async login(@Body({ schema: loginSchema }) body: z.infer<typeof loginSchema>, @Req() request: AppRequest, @Res({ passthrough: true }) response: Response): Promise<Me> {
    return this.enter(response, await this.commands.signIn.run({ ...body, ...this.origin(request) }));
  }

  @Post('setup') @HttpCode(200) @Public('the single-use link is the proof; there is nobody yet') @ApiResponse(SAME_FOR_ALL)
  async setup(@Body({ schema: setupSchema }) body: z.infer<typeof setupSchema>, @Req() request: AppRequest, @Res({ passthrough: true }) response: Response): Promise<Me> {
    return this.enter(response, await this.commands.createFirstAdmin.run({ ...body, ...this.origin(request) }));
  }

  @Post('invitations') @HttpCode(200) @Public('the single-use link is the proof; the user has no password yet') @ApiResponse(SAME_FOR_ALL)
  async acceptInvitation(@Body({ schema: acceptInvitationSchema }) body: z.infer<typeof acceptInvitationSchema>, @Req() request: AppRequest, @Res({ passthrough: true }) response: Response): Promise<Me> {
    return this.enter(response, await this.commands.acceptInvitation.run({ ...body, ...this.origin(request) }));
  }

  @Post('logout') @HttpCode(204) @SignedIn() @ApiResponse({ status: 204, description: 'The login has ended everywhere' })
  async logout(@CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.commands.signOut.run(caller);
    this.cookies.clearLogin(response);
  }

  @Get('me') @SignedIn() @ApiResponse(SAME_FOR_ALL)
  async me(@CurrentCaller() { principal }: Caller): Promise<Me> {
    const known = await this.principals.load(principal);
    if (!known) throw new UnauthenticatedError();
    return presentMe(known);
  }

  @Put('me/password') @SignedIn() @ApiResponse(SAME_FOR_ALL)
  async changePassword(@Body({ schema: changePasswordSchema }) body: z.infer<typeof changePasswordSchema>, @CurrentCaller() caller: Caller, @Req() request: AppRequest, @Res({ passthrough: true }) response: Response): Promise<Me> {
    if (caller.loginId === undefined) throw new InvalidRequestError('An API key has no password.');
    return this.enter(response, await this.commands.changePassword.run({ ...body, userId: caller.userId, ...this.origin(request) }));
  }

  private async enter(response: Response, { userId, token, browserToken }: OpenedLogin): Promise<Me> {
    this.cookies.setLogin(response, token);
    this.cookies.setBrowser(response, browserToken);
    const known = await this.principals.load({ kind: 'user', userId });
    if (!known) throw new UnauthenticatedError();
    return presentMe(known);
  }

  private origin(request: AppRequest) {
    return { browserToken: this.cookies.browserToken(request), requestId: request.requestId, address: request.ip ?? 'unknown' };
  }
}
