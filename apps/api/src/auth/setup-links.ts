import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@roster/agents/kernel';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { hashOfSecret, newSecret } from './secrets.ts';

const SETUP_HOURS = 24;
const INVITATION_HOURS = 7 * 24;

export interface IssuedLink { token: string; expiresAt: Date }

/** Links that work once: for the first administrator, and for invited users. Only their hash is kept. */
@Injectable()
export class SetupLinks {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** A link for the first administrator, or null when there is one. */
  async issueSetup(): Promise<IssuedLink | null> {
    if (await hasAdmin(this.pool)) return null;
    return issue(this.pool, { kind: 'setup', userId: null, hours: SETUP_HOURS });
  }

  /** Earlier invitations of this user stop working. */
  async issueInvitation(client: pg.ClientBase, userId: string): Promise<IssuedLink> {
    await client.query(sql`DELETE FROM setup_links WHERE user_id = ${userId} AND used_at IS NULL`);
    return issue(client, { kind: 'invitation', userId, hours: INVITATION_HOURS });
  }

  /** Before the costly hash of a password: is this a link at all? Errors: NotFoundError, ConflictError (used). */
  async check(kind: 'setup' | 'invitation', token: string): Promise<void> {
    const { rows } = await this.pool.query<{ used_at: Date | null }>(sql`SELECT used_at FROM setup_links WHERE kind = ${kind} AND token_hash = ${hashOfSecret(token)} AND expires_at > now()`);
    if (!rows[0]) throw new NotFoundError();
    if (rows[0].used_at !== null) throw new ConflictError('This link was used already.');
  }

  /** Uses it up, in the caller's transaction: of two racing requests one gets ConflictError. Returns the invited user, null for setup. */
  async redeem(client: pg.ClientBase, kind: 'setup' | 'invitation', token: string): Promise<string | null> {
    const { rows } = await client.query<{ user_id: string | null }>(sql`
      UPDATE setup_links SET used_at = now() WHERE kind = ${kind} AND token_hash = ${hashOfSecret(token)} AND used_at IS NULL AND expires_at > now() RETURNING user_id`);
    if (!rows[0]) throw new ConflictError('This link was used already.');
    return rows[0].user_id;
  }
}

export async function hasAdmin(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>("SELECT EXISTS (SELECT 1 FROM users WHERE role = 'admin') AS present");
  return rows[0]?.present ?? false;
}

async function issue(client: Pick<pg.ClientBase, 'query'>, { kind, userId, hours }: { kind: string; userId: string | null; hours: number }): Promise<IssuedLink> {
  const token = newSecret();
  const { rows } = await client.query<{ expires_at: Date }>(sql`
    INSERT INTO setup_links (id, kind, user_id, token_hash, expires_at) VALUES (${newId()}, ${kind}, ${userId}, ${hashOfSecret(token)}, now() + make_interval(hours => ${hours}::integer)) RETURNING expires_at`);
  if (!rows[0]) throw new Error('The link was not stored.');
  return { token, expiresAt: rows[0].expires_at };
}
