import { createHash } from 'node:crypto';
import type { AgentClass } from './agent.ts';
import { ConfigurationError } from './configuration-error.ts';

const namespace = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex');
const keyPattern = /^[A-Za-z][A-Za-z0-9_.-]{2,127}$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const own = <Name extends 'key' | 'id' | 'abstract'>(agentClass: AgentClass, name: Name): AgentClass[Name] =>
  Object.hasOwn(agentClass, name) ? agentClass[name] : undefined;

/** Only where it stands: children of an abstract base are not abstract. */
export const isAbstract = (agentClass: AgentClass): boolean => own(agentClass, 'abstract') === true;

/** The class's own key. A class without one cannot be registered, delegated to or allow-listed. */
export function keyOf(agentClass: AgentClass): string {
  const key = own(agentClass, 'key');
  if (key === undefined || !keyPattern.test(key)) {
    throw new ConfigurationError(`${agentClass.name} has no valid static key.`, 'Declare static key: a letter, then 2 to 127 letters, digits, "_", "." or "-".');
  }
  return key;
}

/** The class's own id, else UUIDv5 of its key: the same on every boot. */
export function idOf(agentClass: AgentClass): string {
  const id = own(agentClass, 'id');
  if (id === undefined) return uuidV5(keyOf(agentClass));
  if (!uuidPattern.test(id)) throw new ConfigurationError(`${agentClass.name} has a static id that is not a lower-case UUID.`);
  return id;
}

function uuidV5(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name, 'utf8').digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
