import type { Json } from '../contracts/json.ts';
import { AppError } from './app-error.ts';

/** Deepest nesting of a stored value. */
export const MAX_JSON_DEPTH = 200;

const UNSTORABLE = /[\0\p{Surrogate}]/u;
const UNSTORABLE_ALL = /[\0\p{Surrogate}]/gu;

export class JsonTooDeepError extends AppError {
  readonly code = 'invalid_value';
  readonly status = 422;
  constructor(readonly maxDepth: number) { super(`The value is nested deeper than ${maxDepth} levels.`); }
}

/**
 * The value as PostgreSQL can store it: NUL and lone surrogates become U+FFFD, members without a JSON value are dropped, non-finite numbers become null.
 * An unchanged value is returned as it is. Throws `JsonTooDeepError`.
 */
export function storableJson(value: unknown, maxDepth: number = MAX_JSON_DEPTH): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object') return null;
  if (value instanceof Date) return value.toISOString();
  if (maxDepth <= 0) throw new JsonTooDeepError(MAX_JSON_DEPTH);
  return Array.isArray(value) ? storableArray(value, maxDepth - 1) : storableObject(value, maxDepth - 1);
}

/** Text without NUL and lone surrogates; each becomes U+FFFD. */
export function storableText(text: string): string {
  return UNSTORABLE.test(text) ? text.replace(UNSTORABLE_ALL, '\u{fffd}') : text;
}

function storableArray(items: readonly unknown[], depthLeft: number): Json {
  const stored = items.map((item) => storableJson(item, depthLeft));
  return stored.every((item, index) => item === items[index]) ? (items as Json[]) : stored;
}

function storableObject(value: object, depthLeft: number): Json {
  let unchanged = true;
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') { unchanged = false; continue; }
    const stored: [string, Json] = [storableText(name), storableJson(member, depthLeft)];
    unchanged &&= stored[0] === name && stored[1] === member;
    members.push(stored);
  }
  return unchanged ? (value as Json) : Object.fromEntries(members);
}
