import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { decideAnywhere } from '@roster/permissions/explain';

import type { Config } from '../config/config.ts';
import { ACCESS, type Access } from '../http/access.ts';
import { PermissionDeniedError } from '../http/errors/permission-denied-error.ts';
import { UnauthenticatedError } from '../http/errors/unauthenticated-error.ts';
import type { AppRequest } from '../http/request-context.ts';
import { CONFIG } from '../tokens.ts';
import { Authenticator, refuseKeyInUrl } from './authenticator.ts';
import { isUnsafe, refuseForeignOrigin, refuseForgedRequest } from './same-site.ts';
import { ViewAs } from './view-as.ts';

/** The one global guard: every route passes it, nothing else decides access. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly publicOrigin: string | null;

  constructor(private readonly reflector: Reflector, private readonly authenticator: Authenticator, private readonly viewAs: ViewAs, @Inject(CONFIG) config: Config) {
    this.publicOrigin = config.publicUrl === null ? null : new URL(config.publicUrl).origin;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
    const request = context.switchToHttp().getRequest<AppRequest>();
    if (access === undefined) throw new UnauthenticatedError(); // unreachable: such a route stops the start
    if (access.kind === 'public') {
      refuseKeyInUrl(request);
      if (isUnsafe(request)) refuseForeignOrigin(request, this.publicOrigin);
      return true;
    }
    const caller = await this.authenticator.authenticate(request);
    if (caller.loginId !== undefined && isUnsafe(request)) refuseForgedRequest(request, this.publicOrigin);
    request.caller = await this.viewAs.apply(request, caller);
    if (access.kind === 'operation' && !namesAnObject(request) && !decideAnywhere(request.caller.ability, access.operation).allowed) throw new PermissionDeniedError(access.operation);
    return true;
  }
}

/** With an object in the path, the object decides: the query layer answers 404 or 403 for it. */
function namesAnObject(request: AppRequest): boolean {
  return Object.keys(request.params).length > 0;
}
