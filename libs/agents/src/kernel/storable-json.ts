import { createHash } from 'node:crypto';
import type { Json } from '../contracts/json.ts';
import { cleanText } from '../contracts/text.ts';

export interface StorableBounds {
  /** Deepest nesting that is stored as JSON. */
  depth: number;
  /** Members and elements that one value may have in all. */
  values: number;
}

export const storableBounds: Readonly<StorableBounds> = { depth: 200, values: 100_000 };

/** Characters of a marked text that are kept. */
const MARKED_CHARACTERS = 4_000;

/**
 * The value as PostgreSQL can store it: NUL and lone surrogates become U+FFFD, members without a JSON value are dropped, non-finite numbers become null.
 * An object or array beyond the bounds is stored as marked text: why, its size, the digest of the original, and its beginning.
 * An unchanged value is returned as it is.
 */
export function storableJson(value: unknown, { depth, values }: StorableBounds = storableBounds): Json {
  return storable(value, { depth, budget: { values } });
}

interface Room { depth: number; budget: { values: number } }

function storable(value: unknown, room: Room): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object') return null;
  if (value instanceof Date) return value.toISOString();
  return storableContainer(value, room);
}

function storableContainer(value: object, { depth, budget }: Room): Json {
  if (depth <= 0) return markedText(value, 'Nested too deeply to be stored as JSON');
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (size > budget.values) return markedText(value, 'Too many values to be stored as JSON');
  budget.values -= size;
  const room = { depth: depth - 1, budget };
  return Array.isArray(value) ? storableArray(value, room) : storableObject(value, room);
}

function storableArray(items: readonly unknown[], room: Room): Json {
  const stored = items.map((item) => storable(item, room));
  return stored.every((item, index) => item === items[index]) ? (items as Json[]) : stored;
}

function storableObject(value: object, room: Room): Json {
  let unchanged = true;
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') { unchanged = false; continue; }
    const stored: [string, Json] = [cleanText(name), storable(member, room)];
    unchanged &&= stored[0] === name && stored[1] === member;
    members.push(stored);
  }
  return unchanged ? (value as Json) : Object.fromEntries(members);
}

function markedText(value: object, reason: string): string {
  const text = written(value);
  if (text === null) return `[${reason}.]`;
  const digest = createHash('sha256').update(text, 'utf8').digest('hex');
  return `[${reason}: ${text.length} characters, SHA-256 ${digest}.]\n${cleanText(text.slice(0, MARKED_CHARACTERS))}`;
}

/** Null: nested so deeply, or in itself, that it cannot even be written. */
function written(value: object): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
