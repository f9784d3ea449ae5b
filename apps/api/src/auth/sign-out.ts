import { Injectable } from '@nestjs/common';

import { AuditLog } from '../audit/audit-log.ts';
import { InvalidRequestError } from '../http/errors/invalid-request-error.ts';
import type { Caller } from './caller.ts';
import { Logins } from './logins.ts';

@Injectable()
export class SignOut {
  constructor(private readonly logins: Logins, private readonly audit: AuditLog) {}

  /** Errors: InvalidRequestError for a key, which is not signed in. */
  async run(caller: Caller): Promise<void> {
    if (caller.loginId === undefined) throw new InvalidRequestError('An API key is not signed in. Revoke it to end it.');
    await this.logins.end(caller.loginId);
    await this.audit.recordOutside(caller, { action: 'logout', objectKind: 'User', objectId: caller.userId });
  }
}
