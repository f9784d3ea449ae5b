import type { ListQuery } from '@roster/agents/contracts';
import { z } from 'zod';

import { InvalidRequestError } from '../errors/invalid-request-error.ts';
import type { ListColumn, ListColumns } from './list-columns.ts';

const MAX_ROWS = 1_000;
const MAX_OFFSET = 10_000;
const MAX_VALUES = 1_000;

export type ListValue = string | number | boolean | null;
export interface ListFilter { column: ListColumn; values: readonly ListValue[] }

export interface ParsedListQuery {
  sort: { column: ListColumn; direction: 'ASC' | 'DESC' } | null;
  offset: number;
  limit: number;
  filters: readonly ListFilter[];
  /** '' when nothing is searched for. */
  search: string;
}

const sortSchema = z.tuple([z.string(), z.enum(['ASC', 'DESC'])]);
const rangeSchema = z.tuple([z.int().min(0), z.int().min(0)]);
const filterSchema = z.record(z.string(), z.json());

/** Errors: InvalidRequestError naming what is allowed. */
export function parseListQuery({ sort, range, filter }: ListQuery, columns: ListColumns): ParsedListQuery {
  const [first, last] = readJson('range', range, rangeSchema) ?? [0, 24];
  if (last < first || last - first + 1 > MAX_ROWS || first > MAX_OFFSET) throw refusal('range', `[first, last] with at most ${MAX_ROWS} rows, from row ${MAX_OFFSET} at the furthest`);
  const { q, ...equals } = readJson('filter', filter, filterSchema) ?? {};
  return {
    sort: readSort(readJson('sort', sort, sortSchema), columns),
    offset: first,
    limit: last - first + 1,
    filters: Object.entries(equals).map(([name, value]) => readFilter(name, value, columns)),
    search: readSearch(q, columns),
  };
}

function readJson<T>(name: string, text: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (text === undefined) return undefined;
  const result = schema.safeParse(parse(name, text));
  if (!result.success) throw refusal(name, { sort: '["<column>","ASC" or "DESC"]', range: '[first,last]' }[name] ?? 'a JSON object');
  return result.data;
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text, refusePrototype);
  } catch {
    throw refusal(name, 'JSON');
  }
}

/** The schema would leave it out without a word. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('No column has this name.');
  return value;
}

function readSort(sort: [string, 'ASC' | 'DESC'] | undefined, columns: ListColumns): ParsedListQuery['sort'] {
  return sort ? { column: columnNamed('sort', sort[0], columns), direction: sort[1] } : null;
}

function readFilter(name: string, value: unknown, columns: ListColumns): ListFilter {
  const column = columnNamed('filter', name, columns);
  const values = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) throw refusal(`filter.${name}`, `at most ${MAX_VALUES} values`);
  if (!values.every((item) => fits(item, column))) throw refusal(`filter.${name}`, `a ${column.type}, or an array of them`);
  return { column, values: values as ListValue[] };
}

function fits(value: unknown, { type }: ListColumn): boolean {
  if (value === null) return true;
  switch (type) {
    case 'boolean': return typeof value === 'boolean';
    case 'number': return typeof value === 'number' && Number.isSafeInteger(value);
    case 'time': return z.iso.datetime({ offset: true }).safeParse(value).success;
    case 'text':
    case 'uuid': return typeof value === 'string' && !/\0|\p{Surrogate}/u.test(value);
  }
}

function readSearch(q: unknown, columns: ListColumns): string {
  if (q === undefined || q === '') return '';
  const isSearchable = Object.values(columns).some(({ search }) => search);
  if (!isSearchable) throw refusal('filter.q', `one of ${Object.keys(columns).join(', ')}; this list has no search`);
  if (typeof q !== 'string' || q.length > 500 || !fits(q, { sql: '', type: 'text' })) throw refusal('filter.q', 'a text of at most 500 characters');
  return q;
}

function columnNamed(parameter: string, name: string, columns: ListColumns): ListColumn {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw refusal(parameter, `one of ${[...Object.keys(columns), ...(parameter === 'filter' ? ['q'] : [])].join(', ')}, compared by equality`);
  return column;
}

function refusal(name: string, allowed: string): InvalidRequestError {
  return new InvalidRequestError('The list query is not understood.', { [name]: { code: 'not_allowed', message: `Allowed: ${allowed}.` } });
}
