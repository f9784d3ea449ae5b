import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import pg from 'pg';

import { type Sql, sql, sqlCondition, sqlText } from '../database/sql.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import type { ApiKeyRow } from './present-api-key.ts';

const STATUS = "(CASE WHEN api_keys.revoked_at IS NOT NULL THEN 'revoked' WHEN api_keys.expires_at <= now() THEN 'expired' ELSE 'active' END)";

const apiKeyColumns = {
  id: { sql: 'api_keys.id', type: 'uuid' },
  name: { sql: 'api_keys.name', type: 'text', search: true },
  ownerId: { sql: 'api_keys.owner_id', type: 'uuid' },
  status: { sql: STATUS, type: 'text' },
  createdAt: { sql: 'api_keys.created_at', type: 'time' },
  expiresAt: { sql: 'api_keys.expires_at', type: 'time' },
  lastUsedAt: { sql: 'api_keys.last_used_at', type: 'time' },
} as const satisfies ListColumns;

const COLUMNS = `api_keys.id, api_keys.name, api_keys.owner_id, api_keys.operations, api_keys.agent_ids, api_keys.created_at, api_keys.expires_at, api_keys.last_used_at, ${STATUS} AS status`;

/** Reads keys, never their hash. */
@Injectable()
export class ApiKeysService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  list(query: ListQuery, ability: AppAbility): Promise<ListPage<ApiKeyRow>> {
    return readList<ApiKeyRow>(this.pool, { resource: 'api-keys', query, columns: apiKeyColumns, select: sqlText(COLUMNS), from: sql`api_keys`, visible: visibleTo(ability) });
  }

  /** Errors: NotFoundError. */
  async find(apiKeyId: string, ability: AppAbility, client: Pick<pg.ClientBase, 'query'> = this.pool): Promise<ApiKeyRow> {
    const { rows } = await client.query<ApiKeyRow>(sql`SELECT ${sqlText(COLUMNS)} FROM api_keys WHERE id = ${apiKeyId} AND ${visibleTo(ability)}`);
    if (!rows[0]) throw new NotFoundError();
    return rows[0];
  }
}

const visibleTo = (ability: AppAbility): Sql => sqlCondition(rulesToSql(ability, { operation: Operation.MANAGE_KEYS, subject: 'ApiKey', fields: {} }));
