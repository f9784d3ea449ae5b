import type { ListQuery } from '@roster/agents/contracts';
import type pg from 'pg';
import { z } from 'zod';

import { joinSql, type Sql, sql, sqlText } from '../../database/sql.ts';
import type { ListColumns } from './list-columns.ts';
import { ListPage } from './list-page.ts';
import { type ListFilter, parseListQuery, type ParsedListQuery } from './parse-list-query.ts';

export interface ListSource {
  /** First word of Content-Range. */
  resource: string;
  query: ListQuery;
  columns: ListColumns;
  /** `sql\`users.*\`` */
  select: Sql;
  /** `sql\`users LEFT JOIN …\`` */
  from: Sql;
  /** The ability in SQL (`sqlCondition(rulesToSql(ability, …))`), plus whatever always holds. */
  visible: Sql;
}

/** Sort, range, equality and search of protocols.md section 2. Rows and total are both what the ability allows. */
export async function readList<Row extends pg.QueryResultRow>(pool: pg.Pool, source: ListSource): Promise<ListPage<Row>> {
  const query = parseListQuery(source.query, source.columns);
  const where = joinSql([sql`(${source.visible})`, ...query.filters.map(filterSql), ...searchSql(query, source.columns)], ' AND ');
  const counted = await pool.query<{ total: number }>(sql`SELECT count(*)::integer AS total FROM ${source.from} WHERE ${where}`);
  const total = counted.rows[0]?.total ?? 0;
  if (total <= query.offset) return new ListPage<Row>(source.resource, [], { offset: query.offset, total });
  const { rows } = await pool.query<Row>(
    sql`SELECT ${source.select} FROM ${source.from} WHERE ${where} ORDER BY ${orderSql(query, source.columns)} LIMIT ${query.limit} OFFSET ${query.offset}`);
  return new ListPage(source.resource, rows, { offset: query.offset, total });
}

function orderSql({ sort }: ParsedListQuery, { id }: ListColumns): Sql {
  const last = sqlText(`${id.sql} ${sort?.direction ?? 'ASC'}`);
  return sort && sort.column !== id ? joinSql([sqlText(`${sort.column.sql} ${sort.direction}`), last], ', ') : last;
}

/** Any of the values; null means "has none". A malformed id equals nothing, as everywhere. */
function filterSql({ column, values }: ListFilter): Sql {
  const wanted = values.filter((value) => value !== null);
  const name = sqlText(column.sql);
  const compared = column.type === 'uuid' ? sql`${name} = ANY(${wanted.filter(isUuid)}::uuid[])` : sql`${name} = ANY(${wanted})`;
  return values.includes(null) ? sql`(${compared} OR ${name} IS NULL)` : compared;
}

const isUuid = (value: unknown): boolean => z.guid().safeParse(value).success;

function searchSql({ search }: ParsedListQuery, columns: ListColumns): Sql[] {
  if (search === '') return [];
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const matches = Object.values(columns).filter((column) => column.search).map((column) => sql`${sqlText(column.sql)} ILIKE ${pattern}`);
  return [sql`(${joinSql(matches, ' OR ')})`];
}
