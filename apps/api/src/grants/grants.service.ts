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
import type { GrantRow } from './present-grant.ts';

const grantColumns = {
  id: { sql: 'grants.id', type: 'uuid' },
  subjectKind: { sql: 'grants.subject_kind', type: 'text' },
  subjectId: { sql: 'grants.subject_id', type: 'uuid' },
  operation: { sql: 'grants.operation', type: 'text', search: true },
  effect: { sql: 'grants.effect', type: 'text' },
  agentId: { sql: 'grants.agent_id', type: 'uuid' },
  createdAt: { sql: 'grants.created_at', type: 'time' },
} as const satisfies ListColumns;

@Injectable()
export class GrantsService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  list(query: ListQuery, ability: AppAbility): Promise<ListPage<GrantRow>> {
    return readList<GrantRow>(this.pool, { resource: 'grants', query, columns: grantColumns, select: sql`grants.*`, from: sql`grants`, visible: visibleTo(ability) });
  }

  /** Errors: NotFoundError. */
  async find(grantId: string, ability: AppAbility, client: Pick<pg.ClientBase, 'query'> = this.pool): Promise<GrantRow> {
    const { rows } = await client.query<GrantRow>(sql`SELECT * FROM grants WHERE id = ${grantId} AND ${visibleTo(ability)}`);
    if (!rows[0]) throw new NotFoundError();
    return rows[0];
  }
}

/** Whoever manages users manages what they are granted. */
const visibleTo = (ability: AppAbility): Sql => sqlCondition(rulesToSql(ability, { operation: Operation.MANAGE_USERS, subject: 'User', fields: {} }));
