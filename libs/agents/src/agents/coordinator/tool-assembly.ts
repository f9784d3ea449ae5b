import type { Json } from '../../contracts/json.ts';
import type { RunContext } from '../../kernel/run-context.ts';
import type { AgentAccess } from '../../kernel/ports.ts';
import type { RunStore } from '../../kernel/run-store.ts';
import type { Tool, ToolSpec } from '../../kernel/tool.ts';
import type { Agent, AgentClass, ToolContext } from './agent.ts';
import { attributesOf } from './agent-attributes.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { idOf, keyOf } from './agent-identity.ts';
import { ConfigurationError } from './configuration-error.ts';
import { delegationTool } from './delegation-tool.ts';
import { distinctName, subagentToolName, toolName } from './tool-name.ts';

export interface ToolAssemblyPorts {
  access: Pick<AgentAccess, 'can'>;
  events: Pick<RunStore, 'events'>;
  digestLimit: number;
  maxDelegationDepth: number;
  log(level: 'info' | 'error', event: string, fields: Readonly<Record<string, unknown>>): void;
}
export interface ToolAssembly { definition: AgentDefinition; agent: Agent; ports: ToolAssemblyPorts }
type Candidate = { tool: Tool; origin: string; subagentId?: string };

const maxTools = 128;

/**
 * The tools of one run: class, then subagents, then revision. Granted once per run in step `t0/tools`; whatever changes
 * later (a permission, a crew) does not reach the run, and a tool that is gone after a deploy is a configuration error.
 */
export async function grantTools(context: RunContext, assembly: ToolAssembly): Promise<Tool[]> {
  const candidates = await candidatesOf(assembly, { threadId: context.sessionId, principal: context.principal });
  const recorded = await context.record('t0/tools', async () => {
    const granted = await grantedCandidates(context, assembly, candidates);
    return named(granted).map(({ spec }) => spec) as unknown as Json;
  });
  return (recorded as unknown as ToolSpec[]).map((spec) => bind(spec, candidates));
}

/** Every tool the definition could grant, for lints, hashes and the admin: asks nobody's permission. */
export async function possibleTools(assembly: ToolAssembly, context: ToolContext): Promise<ToolSpec[]> {
  return named(await candidatesOf(assembly, context)).map(({ spec }) => spec);
}

async function candidatesOf(assembly: ToolAssembly, context: ToolContext): Promise<Candidate[]> {
  const { definition, agent } = assembly;
  const own = await agent.getTools(context).catch((error: unknown) => {
    assembly.ports.log('error', 'tool_provider_failed', { agentKey: definition.agentKey, error: String(error) });
    throw new ConfigurationError(`A tool provider of ${definition.attributes.displayName} failed.`);
  });
  const subagents = distinct(definition.attributes.agents).filter((member) => idOf(member) !== definition.agentId);
  return [
    ...own.map((tool): Candidate => ({ tool, origin: 'class' })),
    ...subagents.map((member) => subagentCandidate(assembly, member)),
    ...definition.revisionTools.map((tool): Candidate => ({ tool, origin: 'revision' })),
  ];
}

const distinct = (crew: readonly AgentClass[]): AgentClass[] => [...new Map(crew.map((member) => [idOf(member), member])).values()];

function subagentCandidate({ definition, ports }: ToolAssembly, member: AgentClass): Candidate {
  const { displayName, description } = attributesOf(member);
  const { delegationTimeoutMs, streamSubagentTools } = definition.attributes;
  const target = { agentKey: keyOf(member), agentId: idOf(member), displayName, description: description || `Hands a task to ${member.name}.` };
  const tool = delegationTool({
    name: subagentToolName(displayName, member.name), target, timeoutMs: delegationTimeoutMs, showsCalls: streamSubagentTools,
    digestLimit: ports.digestLimit, events: ports.events,
  });
  return { tool, origin: 'subagent', subagentId: target.agentId };
}

/** Ancestors, too deep and not viewable subagents are left out, the others stay. */
async function grantedCandidates(context: RunContext, { definition, ports }: ToolAssembly, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const verdicts = await Promise.all(candidates.map(async ({ subagentId }) => {
    if (subagentId === undefined) return true;
    if (context.depth >= ports.maxDelegationDepth) return false;
    if (context.ancestry.includes(subagentId)) {
      ports.log('error', 'delegation_cycle_dropped', { agentKey: definition.agentKey, subagentId, ancestry: context.ancestry });
      return false;
    }
    const mayView = await ports.access.can(context.principal, 'view_agent', subagentId);
    if (!mayView) ports.log('info', 'subagent_not_granted', { agentKey: definition.agentKey, subagentId });
    return mayView;
  }));
  return candidates.filter((_, index) => verdicts[index]);
}

/** Names made valid and distinct. Two own tools of one name are a mistake; a subagent gives way. */
function named(candidates: readonly Candidate[]): Tool[] {
  if (candidates.length > maxTools) throw new ConfigurationError(`An agent can have at most ${maxTools} tools, not ${candidates.length}.`);
  const origins = new Map<string, string>();
  return candidates.map(({ tool, origin, subagentId }) => {
    const wanted = toolName(tool.spec.name);
    const isTaken = origins.has(wanted);
    if (isTaken && subagentId === undefined) throw new ConfigurationError(`Two tools are named "${wanted}" (${origins.get(wanted)}, ${origin}).`);
    const name = isTaken ? distinctName(wanted, subagentId!, new Set(origins.keys())) : wanted;
    origins.set(name, origin);
    return renamed(tool, name);
  });
}

const renamed = (tool: Tool, name: string): Tool => (tool.spec.name === name ? tool : withSpec(tool, { ...tool.spec, name }));

/** The implementation behind a recorded declaration: subagents by agent, others by name. */
function bind(spec: ToolSpec, candidates: readonly Candidate[]): Tool {
  const found = candidates.find(({ tool }) => (spec.agent ? tool.spec.agent?.agentKey === spec.agent.agentKey : tool.spec.agent === undefined && toolName(tool.spec.name) === spec.name));
  if (!found) throw new ConfigurationError(`The tool "${spec.name}" of this run does not exist any more.`);
  return withSpec(found.tool, spec);
}

function withSpec(tool: Tool, spec: ToolSpec): Tool {
  const parse: Tool['parse'] = (input) => tool.parse(input);
  if (tool.kind === 'effect') return { kind: 'effect', spec, parse, execute: (input, io) => tool.execute(input, io) };
  return { kind: 'orchestrated', spec, parse, orchestrate: (input, context, call) => tool.orchestrate(input, context, call) };
}
