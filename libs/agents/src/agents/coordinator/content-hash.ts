import { agentConfigSchema, type AgentConfig, type AgentConfigInput } from '../../contracts/agent-config.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { ToolSpec } from '../../kernel/tool.ts';
import { canonicalJson, digestOf } from '../../kernel/canonical-json.ts';
import { attributesOf } from './agent-attributes.ts';
import { classDigest, type AgentDefinition } from './agent-definition.ts';

/** Content without the keys that equal their default: what is hashed and compared, so a new field changes no old hash. */
export function significantContent(content: AgentConfigInput): JsonObject {
  const defaults = toJson(agentConfigSchema.parse({}));
  return Object.fromEntries(Object.entries(toJson(content)).filter(([key, value]) => !Object.hasOwn(defaults, key) || canonicalJson(value) !== canonicalJson(defaults[key]!)));
}

/** Hex SHA-256 of RFC 8785 JSON of the significant content. Equal hash ⇔ nothing to compare. */
export const contentHash = (content: AgentConfigInput): string => digestOf(significantContent(content));

export interface Configuration { definition: AgentDefinition; codeVersion: string; model: string; systemPrompt: string; tools: readonly ToolSpec[] }

/** What an answer was produced with, on every run and assistant message. The crew counts by its own digests only. */
export function configurationHash({ definition, codeVersion, model, systemPrompt, tools }: Configuration): string {
  return digestOf({
    content: definition.contentHash,
    codeVersion,
    model,
    systemPrompt,
    tools: tools.map(({ name, description, payload }) => [name, description, payload]),
    crew: attributesOf(definition.agentClass).agents.map(classDigest),
  });
}

const toJson = (content: AgentConfigInput | AgentConfig): JsonObject => JSON.parse(JSON.stringify(content)) as Record<string, Json>;
