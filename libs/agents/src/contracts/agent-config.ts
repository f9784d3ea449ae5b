import { z } from 'zod';

/** Sampling parameters stored with an agent; merged shallowly over those of the base class. */
export const modelParamsSchema = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.int().min(1).max(1000).optional(),
  maxOutputTokens: z.int().min(1).max(1_000_000).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  seed: z.int().optional(),
  stopSequences: z.array(z.string().min(1).max(200)).max(8).optional(),
});

export const approvalAboveSchema = z.enum(['safe', 'high', 'never']);

/**
 * The content of a draft and of a revision (coordinator.md section 3). A field that is absent, or equal to its default, means
 * "as the base class says"; defaults are left out of the content hash, so a new field never changes an old hash.
 */
export const agentConfigSchema = z.strictObject({
  /** Key of an allow-listed class. */
  baseClass: z.string().min(1).max(128).default('StandardAgent').meta({ title: 'Base class' }),
  /** `provider/model`; empty: the base class's, then the platform's default. */
  model: z.string().max(200).default('').meta({ title: 'Model' }),
  modelParams: modelParamsSchema.default({}).meta({ title: 'Model parameters' }),
  /** Blank: the base class's instructions. */
  instructions: z.string().max(100_000).default('').meta({ title: 'Instructions' }),
  /** Registry keys of tools, in the order the model sees them. */
  tools: z.array(z.string().min(1).max(128)).max(128).default([]).meta({ title: 'Tools' }),
  /** Calls above this risk wait for a person. */
  approvalAbove: approvalAboveSchema.optional().meta({ title: 'Ask above risk' }),
  /** Tool name globs that always wait for a person; only tightens. */
  approvalRequired: z.array(z.string().min(1).max(128)).max(128).default([]).meta({ title: 'Always ask for' }),
  /** Stored messages sent to the model; null: all. */
  maxHistory: z.int().min(1).max(10_000).nullable().optional().meta({ title: 'History length' }),
  mergeMessages: z.boolean().optional().meta({ title: 'Merge neighbouring messages' }),
  streamSubagentTools: z.boolean().optional().meta({ title: 'Show calls of subagents' }),
  /** Model turns of delegated and headless runs. */
  maxAgentSteps: z.int().min(1).max(1000).optional().meta({ title: 'Turns (headless)' }),
  /** Tool calls of delegated and headless runs; null: no cap. */
  maxToolCalls: z.int().min(0).max(10_000).nullable().optional().meta({ title: 'Tool calls (headless)' }),
  maxChatSteps: z.int().min(1).max(1000).optional().meta({ title: 'Turns (chat)' }),
  maxChatToolCalls: z.int().min(0).max(10_000).nullable().optional().meta({ title: 'Tool calls (chat)' }),
  toolConcurrency: z.int().min(1).max(32).optional().meta({ title: 'Parallel calls' }),
  /** Active time of a subagent; null: only the run's deadline. */
  delegationTimeoutMs: z.int().min(1000).max(86_400_000).nullable().optional().meta({ title: 'Subagent time limit (ms)' }),
}).meta({ id: 'AgentConfig' });
/** Validated content, defaults filled in. */
export type AgentConfig = z.infer<typeof agentConfigSchema>;
/** Content as written: defaults may be absent. */
export type AgentConfigInput = z.input<typeof agentConfigSchema>;
