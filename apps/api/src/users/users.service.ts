import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import pg from 'pg';

import { type Sql, sql, sqlCondition } from '../database/sql.ts';
import { authorize } from '../http/authorize.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import type { UserRow } from './present-user.ts';
import { userColumns } from './user-columns.ts';

const COLUMNS = sql`users.id, users.email, users.name, users.role, users.status, users.created_at, users.last_login_at,
  ARRAY(SELECT group_id FROM group_members WHERE user_id = users.id ORDER BY group_id) AS group_ids`;

/** Reads users, always through the caller's ability. */
@Injectable()
export class UsersService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  list(query: ListQuery, ability: AppAbility): Promise<ListPage<UserRow>> {
    return readList<UserRow>(this.pool, { resource: 'users', query, columns: userColumns, select: COLUMNS, from: sql`users`, visible: visibleTo(ability) });
  }

  /** Errors: NotFoundError, PermissionDeniedError. */
  async find(userId: string, ability: AppAbility, client: Pick<pg.ClientBase, 'query'> = this.pool): Promise<UserRow> {
    const { rows } = await client.query<UserRow>(sql`SELECT ${COLUMNS} FROM users WHERE id = ${userId} AND ${visibleTo(ability)}`);
    const [row] = rows;
    if (!row) throw new NotFoundError();
    authorize(ability, Operation.MANAGE_USERS, { subject: 'User' });
    return row;
  }
}

const visibleTo = (ability: AppAbility): Sql => sqlCondition(rulesToSql(ability, { operation: Operation.MANAGE_USERS, subject: 'User', fields: {} }));
