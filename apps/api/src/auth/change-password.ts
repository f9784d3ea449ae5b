import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { LoginThrottle } from './login-throttle.ts';
import { Logins } from './logins.ts';
import { OpenLogin, type OpenedLogin } from './open-login.ts';
import { refuseWeakPassword } from './password-rule.ts';
import { Passwords } from './passwords.ts';

export interface ChangePasswordInput { userId: string; current: string; password: string; browserToken: string | undefined; requestId: string; address: string }

@Injectable()
export class ChangePassword {
  constructor(
    @Inject(pg.Pool) private readonly pool: pg.Pool,
    private readonly throttle: LoginThrottle,
    private readonly passwords: Passwords,
    private readonly logins: Logins,
    private readonly openLogin: OpenLogin,
  ) {}

  /** Every login of the user ends; this browser gets a new one. Errors: RateLimitedError, InvalidValueError (either password). */
  async run(input: ChangePasswordInput): Promise<OpenedLogin> {
    const { rows } = await this.pool.query<{ email: string; password_hash: string }>(sql`SELECT email, password_hash FROM users WHERE id = ${input.userId}`);
    const [user] = rows;
    const attempt = { email: user?.email ?? '', address: input.address, knownBrowser: null };
    await this.throttle.begin(attempt);
    if (!user || !(await this.passwords.matches(input.current, user.password_hash))) {
      await this.throttle.fail(attempt);
      throw new InvalidValueError({ current: { code: 'wrong_password', message: 'This is not your password.' } });
    }
    await this.throttle.succeed(attempt);
    refuseWeakPassword(input.password, user.email);
    const passwordHash = await this.passwords.hash(input.password);
    return inTransaction(this.pool, async (client) => {
      await client.query(sql`UPDATE users SET password_hash = ${passwordHash}, version = version + 1 WHERE id = ${input.userId}`);
      await this.logins.endAllOf(client, input.userId);
      return this.openLogin.open(client, { action: 'password_change', ...input });
    });
  }
}
