import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { hashOfSecret, newSecret } from './secrets.ts';

/** Browsers that signed in to an account before: they have their own counter of failures. The cookie proves nothing else. */
@Injectable()
export class KnownBrowsers {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** The hash that names the browser, when it knows this account. */
  async find(token: string | undefined, email: string): Promise<Buffer | null> {
    if (token === undefined) return null;
    const { rows } = await this.pool.query<{ token_hash: Buffer }>(sql`
      SELECT known_browsers.token_hash FROM known_browsers JOIN users ON users.id = known_browsers.user_id
      WHERE known_browsers.token_hash = ${hashOfSecret(token)} AND users.email = ${email.toLowerCase()} AND known_browsers.last_login_at > now() - interval '1 year'`);
    return rows[0]?.token_hash ?? null;
  }

  /** A new cookie at each login: a stolen old one is worth nothing. */
  async remember(client: pg.ClientBase, userId: string, previous: string | undefined): Promise<string> {
    const token = newSecret();
    if (previous !== undefined) await client.query(sql`DELETE FROM known_browsers WHERE token_hash = ${hashOfSecret(previous)}`);
    await client.query(sql`INSERT INTO known_browsers (token_hash, user_id) VALUES (${hashOfSecret(token)}, ${userId})`);
    return token;
  }
}
