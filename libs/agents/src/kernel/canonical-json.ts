import { createHash } from 'node:crypto';
import type { Json } from '../contracts/json.ts';

/** RFC 8785: sorted keys (UTF-16 order), shortest numbers, no white space. Two equal values give equal bytes. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value).sort().filter((key) => value[key] !== undefined).map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Hex SHA-256 of the canonical form. */
export const digestOf = (value: Json): string => createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
