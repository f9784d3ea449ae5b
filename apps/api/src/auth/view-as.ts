import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { AuditLog } from '../audit/audit-log.ts';
import { InvalidRequestError } from '../http/errors/invalid-request-error.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { ViewAsRefusedError } from '../http/errors/view-as-refused-error.ts';
import type { AppRequest } from '../http/request-context.ts';
import type { Caller } from './caller.ts';
import { Principals } from './principals.ts';
import { isUnsafe } from './same-site.ts';

/** `X-Roster-View-As: <userId>`: an administrator sees what another user sees. Reads only, each one audited. */
@Injectable()
export class ViewAs {
  constructor(private readonly principals: Principals, private readonly audit: AuditLog) {}

  async apply(request: AppRequest, caller: Caller): Promise<Caller> {
    const userId = request.headers['x-roster-view-as'];
    if (userId === undefined) return caller;
    if (!z.uuid().safeParse(userId).success) throw new InvalidRequestError('X-Roster-View-As takes the id of a user.');
    if (caller.principal.kind !== 'user' || caller.role !== 'admin' || isUnsafe(request)) throw new ViewAsRefusedError();
    const seen = await this.principals.load({ kind: 'user', userId: String(userId) });
    if (!seen?.user) throw new NotFoundError();
    await this.audit.recordOutside(caller, { action: 'view_as', objectKind: 'User', objectId: seen.user.id });
    return { ...caller, principal: seen.principal, userId: seen.user.id, role: seen.user.role, ability: seen.ability, version: seen.version, viewedBy: caller.userId };
  }
}
