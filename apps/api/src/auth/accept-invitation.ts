import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import { OpenLogin, type OpenedLogin } from './open-login.ts';
import { refuseWeakPassword } from './password-rule.ts';
import { Passwords } from './passwords.ts';
import { SetupLinks } from './setup-links.ts';

export interface AcceptInvitationInput { token: string; password: string; browserToken: string | undefined; requestId: string; address: string }

@Injectable()
export class AcceptInvitation {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly links: SetupLinks, private readonly passwords: Passwords, private readonly logins: OpenLogin) {}

  /** Errors: NotFoundError (no such link), ConflictError (used, or the account was disabled), InvalidValueError (password). */
  async run(input: AcceptInvitationInput): Promise<OpenedLogin> {
    await this.links.check('invitation', input.token);
    const passwordHash = await this.passwords.hash(input.password);
    return inTransaction(this.pool, async (client) => {
      const userId = await this.links.redeem(client, 'invitation', input.token);
      const { rows } = await client.query<{ email: string }>(sql`
        UPDATE users SET password_hash = ${passwordHash}, status = 'active', version = version + 1 WHERE id = ${userId} AND status <> 'disabled' RETURNING email`);
      if (!rows[0] || userId === null) throw new ConflictError('This account was disabled.');
      refuseWeakPassword(input.password, rows[0].email);
      await client.query(sql`DELETE FROM logins WHERE user_id = ${userId}`);
      return this.logins.open(client, { userId, action: 'invitation_accept', ...input });
    });
  }
}
