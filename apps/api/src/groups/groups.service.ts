import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import pg from 'pg';

import { type Sql, sql, sqlCondition } from '../database/sql.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import type { GroupRow } from './present-group.ts';

const groupColumns = {
  id: { sql: 'groups.id', type: 'uuid' },
  name: { sql: 'groups.name', type: 'text', search: true },
  description: { sql: 'groups.description', type: 'text', search: true },
  createdAt: { sql: 'groups.created_at', type: 'time' },
} as const satisfies ListColumns;

const COLUMNS = sql`groups.id, groups.name, groups.description, groups.created_at, ARRAY(SELECT user_id FROM group_members WHERE group_id = groups.id ORDER BY user_id) AS member_ids`;

@Injectable()
export class GroupsService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  list(query: ListQuery, ability: AppAbility): Promise<ListPage<GroupRow>> {
    return readList<GroupRow>(this.pool, { resource: 'groups', query, columns: groupColumns, select: COLUMNS, from: sql`groups`, visible: visibleTo(ability) });
  }

  /** Errors: NotFoundError. */
  async find(groupId: string, ability: AppAbility, client: Pick<pg.ClientBase, 'query'> = this.pool): Promise<GroupRow> {
    const { rows } = await client.query<GroupRow>(sql`SELECT ${COLUMNS} FROM groups WHERE id = ${groupId} AND ${visibleTo(ability)}`);
    if (!rows[0]) throw new NotFoundError();
    return rows[0];
  }
}

const visibleTo = (ability: AppAbility): Sql => sqlCondition(rulesToSql(ability, { operation: Operation.MANAGE_GROUPS, subject: 'Group', fields: {} }));
