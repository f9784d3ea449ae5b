import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@roster/agents/kernel';
import pg from 'pg';

import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import { OpenLogin, type OpenedLogin } from './open-login.ts';
import { refuseWeakPassword } from './password-rule.ts';
import { Passwords } from './passwords.ts';
import { hasAdmin, SetupLinks } from './setup-links.ts';

export interface FirstAdminInput { token: string; email: string; name: string; password: string; browserToken: string | undefined; requestId: string; address: string }

@Injectable()
export class CreateFirstAdmin {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly links: SetupLinks, private readonly passwords: Passwords, private readonly logins: OpenLogin) {}

  /** Errors: NotFoundError (no such link), ConflictError (used, or there is an administrator), InvalidValueError (password). */
  async run(input: FirstAdminInput): Promise<OpenedLogin> {
    await this.links.check('setup', input.token);
    refuseWeakPassword(input.password, input.email);
    const passwordHash = await this.passwords.hash(input.password);
    return inTransaction(this.pool, async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(hashtext('first-admin'))"); // two links of two starts race as well
      if (await hasAdmin(client)) throw new ConflictError('There is an administrator already.');
      await this.links.redeem(client, 'setup', input.token);
      const userId = newId();
      await client.query(sql`INSERT INTO users (id, email, name, role, status, password_hash) VALUES (${userId}, ${input.email}, ${input.name}, 'admin', 'active', ${passwordHash})`);
      return this.logins.open(client, { userId, action: 'setup', ...input });
    });
  }
}
