import { agentConfigSchema, type AgentConfig } from '../../contracts/agent-config.ts';
import type { Json } from '../../contracts/json.ts';
import type { ContentIssue } from '../../contracts/revision.ts';
import type { AgentRevision } from '../../kernel/agent.ts';
import type { ModelClient } from '../../kernel/model-client.ts';
import { UnknownModelError } from '../../kernel/model-error.ts';
import type { Tool } from '../../kernel/tool.ts';
import { canChat, type AgentAttributes, type AgentClass } from './agent.ts';
import { attributesOf, dedent } from './agent-attributes.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { keyOf } from './agent-identity.ts';
import { ConfigurationError } from './configuration-error.ts';
import { StandardAgent } from './standard-agent.ts';

/** What stored content may name. */
export interface RuntimeCatalogue {
  bases: ReadonlyMap<string, AgentClass>;
  /** Registry key → tool. */
  tools: ReadonlyMap<string, Tool>;
}

/** The fields of an `agent_settings` row that take part. */
export interface RuntimeAgentRow { id: string; name: string; description: string; hidden: boolean; workerOnly: boolean }

/** An empty allow-list leaves StandardAgent. A base without a key, or two with one, stop boot. */
export function runtimeCatalogue(bases: readonly AgentClass[], tools: Readonly<Record<string, Tool>>): RuntimeCatalogue {
  const allowed = bases.length > 0 ? bases : [StandardAgent];
  const byKey = new Map<string, AgentClass>();
  for (const base of allowed) {
    const known = byKey.get(keyOf(base));
    if (known && known !== base) throw new ConfigurationError(`The base classes ${known.name} and ${base.name} have the same key.`);
    byKey.set(keyOf(base), base);
  }
  return { bases: byKey, tools: new Map(Object.entries(tools)) };
}

/**
 * (allow-listed class, row, revision) as a definition. Built anew for every resolution; the class is never changed, so
 * revisions cannot affect each other. What is missing is an error: nothing is substituted, nothing dropped.
 */
export function defineRuntimeAgent(row: RuntimeAgentRow, revision: AgentRevision, catalogue: RuntimeCatalogue): AgentDefinition {
  const content = readContent(row, revision.content);
  const agentClass = catalogue.bases.get(content.baseClass);
  if (!agentClass) throw new ConfigurationError(`The base class "${content.baseClass}" of ${row.name} is not available.`);
  const revisionTools = content.tools.map((key) => {
    const tool = catalogue.tools.get(key);
    if (!tool) throw new ConfigurationError(`The tool "${key}" of ${row.name} does not exist.`);
    return tool;
  });
  const attributes = merged(agentClass, content, row);
  const { id, number, contentHash } = revision;
  return Object.freeze({ kind: 'runtime', agentId: row.id, agentKey: row.id, agentClass, attributes, revisionTools: Object.freeze(revisionTools), revision: { id, number }, contentHash });
}

/** What keeps content from being published, by JSON pointer. Empty: publishable as far as code can tell. */
export function contentIssues(content: AgentConfig, catalogue: RuntimeCatalogue, models: Pick<ModelClient, 'assertAvailable'>): ContentIssue[] {
  const base = catalogue.bases.has(content.baseClass) ? [] : [issue('/baseClass', 'unknown_base', `The base class "${content.baseClass}" is not available.`)];
  const tools = content.tools.flatMap((key, index) => {
    if (!catalogue.tools.has(key)) return [issue(`/tools/${index}`, 'unknown_tool', `The tool "${key}" does not exist.`)];
    return content.tools.indexOf(key) === index ? [] : [issue(`/tools/${index}`, 'duplicate_tool', `The tool "${key}" is named twice.`)];
  });
  return [...base, ...tools, ...modelIssue(content.model, models)];
}

const issue = (path: string, code: string, message: string): ContentIssue => ({ path, code, message });

function modelIssue(model: string, models: Pick<ModelClient, 'assertAvailable'>): ContentIssue[] {
  if (model === '') return [];
  try {
    models.assertAvailable(model);
    return [];
  } catch (error) {
    if (error instanceof UnknownModelError) return [issue('/model', 'unknown_model', error.message)];
    throw error;
  }
}

function readContent(row: RuntimeAgentRow, content: Json): AgentConfig {
  const parsed = agentConfigSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(`The stored content of ${row.name} is not valid: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`);
}

/** Absent or empty = as the base class says. */
function merged(agentClass: AgentClass, content: AgentConfig, row: RuntimeAgentRow): AgentAttributes {
  const base = attributesOf(agentClass);
  const chats = canChat(agentClass);
  const { model, modelParams, instructions, approvalRequired, baseClass: _base, tools: _tools, ...stated } = content;
  const overrides = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)) as Partial<AgentAttributes>;
  return Object.freeze({
    ...base,
    ...overrides,
    displayName: row.name,
    description: row.description,
    model: model || base.model,
    modelParams: { ...base.modelParams, ...modelParams },
    instructions: dedent(instructions) || base.instructions,
    approvalRequired: [...base.approvalRequired, ...approvalRequired],
    hidden: row.hidden || !chats,
    workerOnly: row.workerOnly || base.workerOnly || !chats,
  } as AgentAttributes);
}
