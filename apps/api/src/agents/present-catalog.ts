import { type AgentClass, attributesOf } from '@roster/agents/agents';
import type { AgentBase, AgentTool, JsonObject } from '@roster/agents/contracts';
import type { Tool } from '@roster/agents/kernel';

/** With the values a draft falls back to. */
export function presentBase(key: string, base: AgentClass): AgentBase {
  const attributes = attributesOf(base);
  const { tools: _tools, agents, permissions: _permissions, responseFormat: _format, displayName, description, ...rest } = attributes;
  return { id: key, name: displayName, description, defaults: { ...(rest as unknown as JsonObject), agents: agents.map((member) => attributesOf(member).displayName) }, can: [] };
}

export const presentTool = (key: string, { spec }: Tool): AgentTool => ({
  id: key, title: spec.title, description: spec.description, risk: spec.risk, idempotent: spec.idempotent, payload: spec.payload, can: [],
});
