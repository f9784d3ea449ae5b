import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ConfigurationError } from '@roster/agents/agents';

import { exampleModule } from '../examples/example-module.ts';
import type { AgentModule, DeclareAgents, ModuleServices } from './agent-module.ts';

const EXAMPLES = 'examples';

/** Loads AGENT_MODULES in order. The only place where a name of the configuration becomes code, once, at the start. Errors: ConfigurationError. */
export async function loadAgentModules(names: readonly string[], services: ModuleServices): Promise<AgentModule[]> {
  const modules: AgentModule[] = [];
  for (const name of names) modules.push(name === EXAMPLES ? exampleModule(services) : await loadModule(name, services));
  return modules;
}

async function loadModule(name: string, services: ModuleServices): Promise<AgentModule> {
  const loaded = (await import(specifierOf(name)).catch((cause: unknown) => {
    const error = new ConfigurationError(`The module "${name}" of AGENT_MODULES cannot be loaded.`);
    error.cause = cause;
    throw error;
  })) as AgentModule;
  const { declareAgents } = loaded;
  return typeof declareAgents === 'function' ? { ...loaded, ...(declareAgents as DeclareAgents)(services) } : loaded;
}

/** A package by its name; a file by its path, from where the product was started. */
function specifierOf(name: string): string {
  const isPath = isAbsolute(name) || name.startsWith('.');
  return isPath ? pathToFileURL(resolve(name)).href : name;
}
