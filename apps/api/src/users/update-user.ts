import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { Logins } from '../auth/logins.ts';
import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import type { UserRow } from './present-user.ts';
import { UsersService } from './users.service.ts';

export interface UserChange { name?: string | undefined; role?: UserRow['role'] | undefined; status?: 'active' | 'disabled' | undefined }

@Injectable()
export class UpdateUser {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly users: UsersService, private readonly logins: Logins, private readonly audit: AuditLog) {}

  /** A changed role or status ends the user's logins; keys and streams follow the version. Errors: NotFoundError, ConflictError (last administrator, never accepted). */
  run(userId: string, change: UserChange, caller: Caller): Promise<UserRow> {
    return inTransaction(this.pool, async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(hashtext('last-admin'))"); // two administrators must not disable each other at once
      const before = await this.users.find(userId, caller.ability, client);
      if (change.status === 'active' && before.status === 'invited') throw new ConflictError('This user has not accepted the invitation yet.');
      const { name = before.name, role = before.role, status = before.status } = change;
      const restored = status === 'active' && before.status === 'disabled';
      // Somebody disabled before choosing a password goes back to being invited.
      await client.query(sql`
        UPDATE users SET name = ${name}, role = ${role}, status = CASE WHEN ${restored}::boolean AND password_hash IS NULL THEN 'invited' ELSE ${status} END, version = version + 1 WHERE id = ${userId}`);
      if (role !== before.role || status !== before.status) await this.logins.endAllOf(client, userId);
      await refuseWithoutAdmin(client);
      const after = await this.users.find(userId, caller.ability, client);
      await this.audit.record(client, caller, { action: 'user_update', objectKind: 'User', objectId: userId, before: changeable(before), after: changeable(after) });
      return after;
    });
  }
}

async function refuseWithoutAdmin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ present: boolean }>("SELECT EXISTS (SELECT 1 FROM users WHERE role = 'admin' AND status = 'active') AS present");
  if (!rows[0]?.present) throw new ConflictError('This is the last active administrator.');
}

const changeable = ({ name, role, status }: UserRow) => ({ name, role, status });
