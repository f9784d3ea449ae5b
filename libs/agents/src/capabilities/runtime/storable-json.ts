import type { Json } from '../../contracts/index.ts';

const MAX_DEPTH = 200;
// NUL cannot be stored as jsonb; a lone surrogate has no UTF-8 form.
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The JSON of a value from outside as the journal can hold it: no NUL, no lone surrogate, no undefined, at most 200 levels. */
export function storableJson(value: unknown, depth = 0): Json {
  if (typeof value === 'string') return value.replace(unstorable, '\uFFFD');
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if ('toJSON' in value && typeof value.toJSON === 'function') return storableJson((value.toJSON as () => unknown)(), depth + 1);
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1));
  const members = Object.entries(value).filter(([, member]) => member !== undefined && typeof member !== 'function');
  return Object.fromEntries(members.map(([key, member]) => [key.replace(unstorable, '\uFFFD'), storableJson(member, depth + 1)]));
}
