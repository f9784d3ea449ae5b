import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { WrongPasswordError } from '../http/errors/wrong-password-error.ts';
import { OpenLogin, type OpenedLogin } from './open-login.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { LoginThrottle } from './login-throttle.ts';
import { Passwords } from './passwords.ts';

export interface SignInInput { email: string; password: string; browserToken: string | undefined; requestId: string; address: string }

@Injectable()
export class SignIn {
  constructor(
    @Inject(pg.Pool) private readonly pool: pg.Pool,
    private readonly throttle: LoginThrottle,
    private readonly browsers: KnownBrowsers,
    private readonly passwords: Passwords,
    private readonly logins: OpenLogin,
  ) {}

  /** Errors: RateLimitedError, WrongPasswordError: alike for unknown, invited and disabled accounts. */
  async run(input: SignInInput): Promise<OpenedLogin> {
    const attempt = { email: input.email, address: input.address, knownBrowser: await this.browsers.find(input.browserToken, input.email) };
    await this.throttle.begin(attempt);
    const { rows } = await this.pool.query<{ id: string; status: string; password_hash: string | null }>(sql`SELECT id, status, password_hash FROM users WHERE email = ${input.email.toLowerCase()}`);
    const [user] = rows;
    const isRight = await this.passwords.matches(input.password, user?.password_hash ?? null);
    if (!user || !isRight || user.status !== 'active') {
      await this.throttle.fail(attempt);
      return this.refuse(input, user?.id);
    }
    await this.throttle.succeed(attempt);
    return inTransaction(this.pool, (client) => this.logins.open(client, { userId: user.id, action: 'login', ...input }));
  }

  private async refuse({ requestId, address }: SignInInput, userId: string | undefined): Promise<never> {
    await this.logins.audit.recordOutside({ principal: null, requestId, address }, { action: 'login', objectKind: 'User', ...(userId !== undefined && { objectId: userId }), outcome: 'failed' });
    throw new WrongPasswordError();
  }
}
