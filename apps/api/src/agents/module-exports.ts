import { Agent, type AgentClass, ConfigurationError } from '@roster/agents/agents';
import type { AgentFactory, Tool } from '@roster/agents/kernel';

import type { AgentModule } from './agent-module.ts';

export interface ModuleExports {
  classes: AgentClass[];
  /** Worker-only code agents named by their key. */
  factories: AgentFactory[];
  /** By their name, which is also their key. */
  tools: Map<string, Tool>;
}

/** Sorts what the modules export. Errors: ConfigurationError for two different tools of one name. */
export function exportsOf(modules: readonly AgentModule[]): ModuleExports {
  const found: ModuleExports = { classes: [], factories: [], tools: new Map() };
  for (const value of modules.flatMap((module) => Object.values(module))) {
    if (isAgentClass(value)) found.classes.push(value);
    else if (isFactory(value)) found.factories.push(value);
    else if (isTool(value)) addTool(found.tools, value);
  }
  return found;
}

function addTool(tools: Map<string, Tool>, tool: Tool): void {
  const known = tools.get(tool.spec.name);
  if (known && known !== tool) throw new ConfigurationError(`Two tools are exported under the name "${tool.spec.name}".`);
  tools.set(tool.spec.name, tool);
}

const isAgentClass = (value: unknown): value is AgentClass => typeof value === 'function' && value.prototype instanceof Agent;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isFactory = (value: unknown): value is AgentFactory => isObject(value) && typeof value.build === 'function' && typeof value.agentKey === 'string' && typeof value.agentId === 'string';
const isTool = (value: unknown): value is Tool => isObject(value) && (value.kind === 'effect' || value.kind === 'orchestrated') && isObject(value.spec) && typeof value.parse === 'function';
