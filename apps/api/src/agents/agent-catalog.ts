import {
  type AgentClass, type AgentDefinition, AgentRegistry, attributesOf, ConfigurationError, contentIssues, keyOf, type RuntimeCatalogue, runtimeCatalogue, StandardAgent,
} from '@roster/agents/agents';
import type { AgentBase, AgentConfig, AgentTool, ContentIssue, Json } from '@roster/agents/contracts';
import type { AgentFactory, ModelClient, Tool } from '@roster/agents/kernel';

import { parseContent } from '../agent-settings/agent-content.ts';
import { ContentFacts } from '../agent-settings/content-facts.ts';
import type { Config } from '../config/config.ts';
import { exampleBases, exampleTools } from '../examples/example-module.ts';
import type { AgentModule } from './agent-module.ts';
import { exportsOf, type ModuleExports } from './module-exports.ts';
import { presentBase, presentTool } from './present-catalog.ts';

export type CatalogSettings = Pick<Config['agents'], 'runtimeBases' | 'runtimeTools'> & { defaultModel: string };

/** What this process was started with: code agents, and what database agents may be made of. Filled once, then frozen. */
export class AgentCatalog extends ContentFacts {
  private constructor(
    readonly registry: AgentRegistry,
    private readonly factories: ReadonlyMap<string, AgentFactory>,
    readonly allowed: RuntimeCatalogue,
    private readonly models: ModelClient,
    readonly defaultModel: string,
  ) {
    super();
  }

  /** Errors: ConfigurationError naming the class, key or tool. */
  static build(modules: readonly AgentModule[], settings: CatalogSettings, models: ModelClient): AgentCatalog {
    const exported = exportsOf(modules);
    const registry = new AgentRegistry();
    for (const agentClass of exported.classes) registry.register(agentClass);
    registry.freeze();
    const factories = factoriesByName(exported.factories, registry);
    const allowed = runtimeCatalogue(allowedBases(settings.runtimeBases, exported), allowedTools(settings.runtimeTools, exported));
    return new AgentCatalog(registry, factories, allowed, models, settings.defaultModel);
  }

  issuesOf(content: AgentConfig): ContentIssue[] {
    return contentIssues(content, this.allowed, this.models);
  }

  /** An exported factory by its id or key. */
  factory(name: string): AgentFactory | null {
    return this.factories.get(name) ?? null;
  }

  listFactories(): readonly AgentFactory[] {
    return [...new Set(this.factories.values())];
  }

  isAgentKey(name: string): boolean {
    return this.registry.get(name) !== null || this.factories.has(name);
  }

  bases(): AgentBase[] {
    return [...this.allowed.bases].map(([key, base]) => presentBase(key, base));
  }

  tools(): AgentTool[] {
    return [...this.allowed.tools].map(([key, tool]) => presentTool(key, tool));
  }

  /** `provider/model` that content runs on; empty names fall back to the base, then to the platform. */
  modelOf(stored: Json): string {
    const parsed = parseContent(stored);
    if (!parsed.ok) return this.defaultModel;
    const base = this.allowed.bases.get(parsed.content.baseClass);
    return parsed.content.model || (base && attributesOf(base).model) || this.defaultModel;
  }

  modelOfCode({ attributes }: AgentDefinition): string {
    return attributes.model || this.defaultModel;
  }
}

function factoriesByName(factories: readonly AgentFactory[], registry: AgentRegistry): Map<string, AgentFactory> {
  const byName = new Map<string, AgentFactory>();
  for (const factory of factories) {
    for (const name of [factory.agentId, factory.agentKey]) {
      if (registry.get(name) || byName.has(name)) throw new ConfigurationError(`Two agents are called "${name}".`);
      byName.set(name, factory);
    }
  }
  return byName;
}

const EXAMPLES = 'examples';
const expand = (names: readonly string[], examples: readonly string[]): string[] => [...new Set(names.flatMap((name) => (name === EXAMPLES ? examples : [name])))];

function allowedBases(names: readonly string[], { classes }: ModuleExports): AgentClass[] {
  const byKey = new Map([StandardAgent, ...classes].filter((agentClass) => Object.hasOwn(agentClass, 'key')).map((agentClass) => [keyOf(agentClass), agentClass as AgentClass]));
  return expand(names, exampleBases).map((key) => {
    const base = byKey.get(key);
    if (!base) throw new ConfigurationError(`RUNTIME_AGENT_BASES names "${key}", which no module exports.`);
    return base;
  });
}

function allowedTools(names: readonly string[], { tools }: ModuleExports): Record<string, Tool> {
  const allowed = expand(names, names.includes(EXAMPLES) && tools.has(exampleTools[0]) ? exampleTools : []);
  return Object.fromEntries(allowed.map((key) => {
    const tool = tools.get(key);
    if (!tool) throw new ConfigurationError(`RUNTIME_AGENT_TOOLS names "${key}", which no module exports.`);
    return [key, tool];
  }));
}
