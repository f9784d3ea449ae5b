import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@roster/agents/kernel';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { hashOfSecret, newSecret } from './secrets.ts';

/** Idle 8 h, absolute 7 days. */
const STILL_VALID = "logins.expires_at > now() AND logins.last_seen_at > now() - interval '8 hours'";
const VALID_LOGIN = `SELECT logins.id AS login_id, users.id AS user_id, users.version, logins.last_seen_at < now() - interval '1 minute' AS is_stale
  FROM logins JOIN users ON users.id = logins.user_id AND users.status = 'active' WHERE logins.token_hash = $1 AND ${STILL_VALID}`;

export interface ValidLogin { loginId: string; userId: string; version: number }

/** Logins by opaque cookie: the row is the login, deleting it ends it everywhere. */
@Injectable()
export class Logins {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** Returns the token for the cookie; it is kept nowhere. */
  async create(client: pg.ClientBase, userId: string): Promise<string> {
    const token = newSecret();
    await client.query(sql`INSERT INTO logins (id, user_id, token_hash, expires_at) VALUES (${newId()}, ${userId}, ${hashOfSecret(token)}, now() + interval '7 days')`);
    await client.query(sql`UPDATE users SET last_login_at = now() WHERE id = ${userId}`);
    await client.query(sql`DELETE FROM logins WHERE user_id = ${userId} AND (expires_at < now() OR last_seen_at < now() - interval '8 hours')`);
    return token;
  }

  async find(token: string): Promise<ValidLogin | null> {
    const { rows } = await this.pool.query<{ login_id: string; user_id: string; version: number; is_stale: boolean }>({ name: 'valid_login', text: VALID_LOGIN, values: [hashOfSecret(token)] });
    const [row] = rows;
    if (!row) return null;
    if (row.is_stale) await this.pool.query(sql`UPDATE logins SET last_seen_at = now() WHERE id = ${row.login_id}`);
    return { loginId: row.login_id, userId: row.user_id, version: row.version };
  }

  async end(loginId: string): Promise<void> {
    await this.pool.query(sql`DELETE FROM logins WHERE id = ${loginId}`);
  }

  async endAllOf(client: pg.ClientBase, userId: string): Promise<void> {
    await client.query(sql`DELETE FROM logins WHERE user_id = ${userId}`);
  }
}
