import { digestOf } from '../../kernel/canonical-json.ts';
import type { Json } from '../../contracts/json.ts';
import type { Tool } from '../../kernel/tool.ts';
import { canChat, type AgentAttributes, type AgentClass } from './agent.ts';
import { attributesOf } from './agent-attributes.ts';
import { idOf, keyOf } from './agent-identity.ts';
import { ConfigurationError } from './configuration-error.ts';

/** What one run builds a coordinator from: class and, for database agents, revision. Frozen; shared by all runs. */
export interface AgentDefinition {
  kind: 'code' | 'runtime';
  /** Registry UUID or `agent_settings` id. */
  agentId: string;
  /** Class key, or `agent_settings` id. */
  agentKey: string;
  agentClass: AgentClass;
  attributes: AgentAttributes;
  /** Kind 5 of the tool order: what the revision names, in its order. */
  revisionTools: readonly Tool[];
  revision: { id: string; number: number | null } | null;
  /** Content hash of the revision, or the class digest. */
  contentHash: string;
}

export function defineCodeAgent(agentClass: AgentClass): AgentDefinition {
  const chats = canChat(agentClass);
  const declared = attributesOf(agentClass);
  const attributes = Object.freeze({ ...declared, hidden: declared.hidden || !chats, workerOnly: declared.workerOnly || !chats });
  assertLimits(agentClass.name, attributes);
  return Object.freeze({
    kind: 'code', agentId: idOf(agentClass), agentKey: keyOf(agentClass), agentClass, attributes, revisionTools: Object.freeze([]), revision: null, contentHash: classDigest(agentClass),
  });
}

/** SHA-256 over the static attributes; functions count by their number, the crew by its keys. */
export function classDigest(agentClass: AgentClass): string {
  const { tools, agents, permissions, responseFormat, ...plain } = attributesOf(agentClass);
  const facts = { ...plain, key: keyOf(agentClass), tools: tools.length, agents: agents.map(keyOf), permissions: permissions?.map(({ name }) => name) ?? null, responseFormat: responseFormat !== null };
  return digestOf(JSON.parse(JSON.stringify(facts)) as Json);
}

function assertLimits(name: string, attributes: AgentAttributes): void {
  const { displayName, toolConcurrency, maxAgentSteps, maxChatSteps } = attributes;
  const length = [...displayName].length;
  if (length < 1 || length > 80) throw new ConfigurationError(`${name}: displayName must have 1 to 80 characters.`);
  if (!isWithin(toolConcurrency, 1, 32)) throw new ConfigurationError(`${name}: toolConcurrency must be 1 to 32.`);
  for (const steps of [maxAgentSteps, maxChatSteps]) if (!isWithin(steps, 1, 1000)) throw new ConfigurationError(`${name}: a step limit must be 1 to 1000.`);
  for (const calls of [attributes.maxToolCalls, attributes.maxChatToolCalls]) if (calls !== null && !isWithin(calls, 0, 10_000)) throw new ConfigurationError(`${name}: a call limit must be 0 to 10000, or null.`);
}

const isWithin = (value: number, low: number, high: number): boolean => Number.isInteger(value) && value >= low && value <= high;
