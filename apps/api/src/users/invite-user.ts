import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@roster/agents/kernel';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { type IssuedLink, SetupLinks } from '../auth/setup-links.ts';
import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import type { UserRow } from './present-user.ts';
import { UsersService } from './users.service.ts';

export interface InviteInput { email: string; name: string; role: UserRow['role'] }
export interface Invited { user: UserRow; link: IssuedLink }

/** There is no mail: whoever invites passes the link on. */
@Injectable()
export class InviteUser {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly links: SetupLinks, private readonly users: UsersService, private readonly audit: AuditLog) {}

  /** Errors: ConflictError when the address is taken. */
  run(input: InviteInput, caller: Caller): Promise<Invited> {
    return inTransaction(this.pool, async (client) => {
      const userId = newId();
      const inserted = await client.query(sql`
        INSERT INTO users (id, email, name, role, status) VALUES (${userId}, ${input.email}, ${input.name}, ${input.role}, 'invited') ON CONFLICT (email) DO NOTHING`);
      if (inserted.rowCount === 0) throw new ConflictError('There is a user with this e-mail address already.');
      const link = await this.links.issueInvitation(client, userId);
      await this.audit.record(client, caller, { action: 'user_invite', objectKind: 'User', objectId: userId, after: { ...input } });
      return { user: await this.users.find(userId, caller.ability, client), link };
    });
  }

  /** A new link, for who lost theirs or forgot the password. Errors: NotFoundError, ConflictError (disabled). */
  again(userId: string, caller: Caller): Promise<Invited> {
    return inTransaction(this.pool, async (client) => {
      const user = await this.users.find(userId, caller.ability, client);
      if (user.status === 'disabled') throw new ConflictError('This user is disabled.');
      const link = await this.links.issueInvitation(client, userId);
      await this.audit.record(client, caller, { action: 'user_invite', objectKind: 'User', objectId: userId });
      return { user, link };
    });
  }
}
