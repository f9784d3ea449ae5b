import type { z } from 'zod';
import type { Principal } from '../../contracts/principal.ts';
import type { ApprovalAbove } from '../../kernel/gate.ts';
import type { ModelClient, ModelParams } from '../../kernel/model-client.ts';
import type { RunContext } from '../../kernel/run-context.ts';
import type { Tool } from '../../kernel/tool.ts';
import type { LoopOutcome, ReactLoopOptions } from '../react-loop.ts';
import { NotImplementedError } from './configuration-error.ts';

/** What a tool provider is told. */
export interface ToolContext { threadId: string | null; principal: Principal }
type Provided = Tool | readonly Tool[] | null | undefined | void;
/** A tool, or a function that returns a tool, an array or nothing. */
export type ToolProvider = Tool | ((context: ToolContext) => Provided | Promise<Provided>);

/** Structural twin of the check of libs/permissions, which this layer does not know. */
export interface AgentPermissionCheck { readonly name: string; check(principal: never, operation: never, facts: never): boolean }

/** What an agent consists of: the static fields of its class, defaults filled in (coordinator.md section 1). */
export interface AgentAttributes {
  /** 1–80 characters; label, attribution, source of the delegation tool's name. */
  displayName: string;
  /** Description of the delegation tool. */
  description: string;
  /** `provider/model`; empty: the platform's default. */
  model: string;
  modelParams: ModelParams;
  /** Dedented; blank: the default sentence. */
  instructions: string;
  tools: readonly ToolProvider[];
  /** Crew: code classes only. */
  agents: readonly AgentClass[];
  /** Turns and calls of delegated and headless runs; null = no cap. */
  maxAgentSteps: number;
  maxToolCalls: number | null;
  /** The same for chat. */
  maxChatSteps: number;
  maxChatToolCalls: number | null;
  /** 1–32 parallel calls per step. */
  toolConcurrency: number;
  /** Active time of a child; null: only the run's deadline. */
  delegationTimeoutMs: number | null;
  streamSubagentTools: boolean;
  approvalAbove: ApprovalAbove;
  approvalRequired: readonly string[];
  /** null and []: the default rules. */
  permissions: readonly AgentPermissionCheck[] | null;
  /** Stored messages sent to the model, counted before replay expansion; null = all. */
  maxHistory: number | null;
  mergeMessages: boolean;
  /** Output schema of headless runs. */
  responseFormat: z.ZodType | null;
  /** Left out of lists; no guard. */
  hidden: boolean;
  /** Enforced: cannot be chatted with. */
  workerOnly: boolean;
  queue: string;
}

/** The static fields a class may declare. `key`, `id` and `abstract` count only where they stand, all others are inherited. */
export interface AgentStatics extends AgentAttributes { key: string; id: string; abstract: boolean }

/** How an agent works through one conversation. Every effect goes through the context. */
export type LoopAdapter = (context: RunContext, options: ReactLoopOptions) => Promise<LoopOutcome>;

/**
 * The declarative base class. Subclasses state what they are in static fields (`AgentStatics`) and override what they do
 * otherwise. A fresh object is made for every run from (class, revision or none); it holds no state of a run.
 */
export abstract class Agent {
  constructor(readonly attributes: AgentAttributes) {}

  /** Kind 1 of the tool order: what the class itself brings. */
  async getTools(context: ToolContext): Promise<readonly Tool[]> {
    const provided = await Promise.all(this.attributes.tools.map(async (provider) => (typeof provider === 'function' ? provider(context) : provider)));
    return provided.flatMap((tools) => (tools === null || tools === undefined ? [] : tools));
  }

  /** Instructions; the roster of granted subagents is appended by the run. */
  getSystemPrompt(): string {
    return this.attributes.instructions;
  }

  /** An own client instead of the platform's; journaled and charged like any other. */
  getModelClient(): ModelClient | null {
    return null;
  }

  /** Chat. */
  getPipelineAdapter(): LoopAdapter {
    throw new NotImplementedError(this.constructor.name, 'getPipelineAdapter');
  }

  /** Delegated and headless runs. */
  getRunAdapter(): LoopAdapter {
    throw new NotImplementedError(this.constructor.name, 'getRunAdapter');
  }
}

export type AgentClass = (abstract new (attributes: AgentAttributes) => Agent) & Partial<AgentStatics>;

/** Abstract classes are instantiated too: a database agent's base may be one. */
export const instantiate = (agentClass: AgentClass, attributes: AgentAttributes): Agent =>
  new (agentClass as new (attributes: AgentAttributes) => Agent)(attributes);

/** A class without a chat adapter works in the background only. */
export const canChat = (agentClass: AgentClass): boolean => agentClass.prototype.getPipelineAdapter !== Agent.prototype.getPipelineAdapter;
