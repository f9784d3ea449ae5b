import { Injectable } from '@nestjs/common';
import type pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { Logins } from './logins.ts';

export interface OpenedLogin { userId: string; token: string; browserToken: string }
export interface LoginOrigin { userId: string; action: 'login' | 'setup' | 'invitation_accept' | 'password_change'; browserToken: string | undefined; requestId: string; address: string }

/** Opens a login for somebody who just proved who they are, with its audit row, in the caller's transaction. */
@Injectable()
export class OpenLogin {
  constructor(private readonly logins: Logins, private readonly browsers: KnownBrowsers, readonly audit: AuditLog) {}

  async open(client: pg.ClientBase, { userId, action, browserToken, requestId, address }: LoginOrigin): Promise<OpenedLogin> {
    const token = await this.logins.create(client, userId);
    const newBrowserToken = await this.browsers.remember(client, userId, browserToken);
    await this.audit.record(client, { principal: { kind: 'user', userId }, requestId, address }, { action, objectKind: 'User', objectId: userId });
    return { userId, token, browserToken: newBrowserToken };
  }
}
