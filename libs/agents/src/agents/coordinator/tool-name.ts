import { createHash } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** `^[A-Za-z0-9_-]{1,64}$`: other characters become `_`; longer names are cut and get 8 hex of the full name's hash. */
export function toolName(name: string): string {
  const allowed = name.replace(/[^A-Za-z0-9_-]/gu, '_');
  return allowed.length <= 64 ? allowed : `${allowed.slice(0, 55)}_${sha256(name).slice(0, 8)}`;
}

/** A taken name with the later item's id: 6 hex, or all 32 when that is taken too. */
export function distinctName(name: string, id: string, taken: ReadonlySet<string>): string {
  const hex = id.replaceAll('-', '');
  const short = toolName(`${name}_${hex.slice(0, 6)}`);
  return taken.has(short) ? toolName(`${name}_${hex}`) : short;
}

/** Tool name of a subagent: its display name in plain lower case, or its class name where nothing is left of it. */
export function subagentToolName(displayName: string, className: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return toolName(plain === '' ? snakeCase(className) : plain);
}

const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2').toLowerCase();
