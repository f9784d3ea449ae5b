import { z } from 'zod';
import type { Json, JsonObject, JsonSchema } from '../contracts/json.ts';
import type { Principal } from '../contracts/principal.ts';
import type { ModelTool } from './model-client.ts';
import type { RunContext } from './run-context.ts';

export type Risk = 'safe' | 'high' | 'critical';

/** Asks a person before the call runs. `when` replaces the risk rule: asked exactly if the argument at `path` is above `above`. */
export interface Confirmation {
  title?: string;
  /** `{{field}}` is replaced by the argument. */
  promptTemplate?: string;
  when?: { path: string; above: number };
}

/** What the platform knows about a tool; JSON, safe to store and to compare. */
export interface ToolSpec {
  /** `^[A-Za-z0-9_-]{1,64}$`. */
  name: string;
  title: string;
  description: string;
  /** Closed object schema of the arguments. */
  payload: JsonSchema;
  risk: Risk;
  /** The effect may run again with the same idempotency key. */
  idempotent: boolean;
  /** `false`: never beside another call of the same batch. */
  concurrencySafe?: false;
  onInDoubt?: 'ask' | 'fail';
  approvers?: 'owner' | 'manager';
  confirmation?: Confirmation;
  /** Argument names masked in logs, cards of others and reports. */
  sensitive?: readonly string[];
  timeoutMs?: number;
  tags?: readonly string[];
  /** Set on delegation tools: the agent behind the call. */
  agent?: { agentKey: string; agentId: string; displayName: string };
}

export interface ToolIo {
  runId: string;
  sessionId: string | null;
  principal: Principal;
  toolCallId: string;
  /** The same for every attempt of this call: hand it to the outside system. */
  idempotencyKey: string;
  attempt: number;
  signal: AbortSignal;
  progress(delta: string): void;
}

interface ToolOf<Kind extends string> {
  readonly kind: Kind;
  readonly spec: ToolSpec;
  /** Validates and returns the arguments as the executor sees them; throws `InvalidToolInputError`. */
  parse(input: Json): JsonObject;
}

/** One effect outside: intent, effect, result. */
export interface EffectTool extends ToolOf<'effect'> {
  execute(input: JsonObject, io: ToolIo): Promise<Json>;
}

/** Made of context calls (spawn, ask, wait): journaled by those, no own intent. */
export interface OrchestratedTool extends ToolOf<'orchestrated'> {
  orchestrate(input: JsonObject, context: RunContext, call: { toolCallId: string }): Promise<ToolResult>;
}

export type Tool = EffectTool | OrchestratedTool;

export interface ToolResult {
  output: Json;
  /** Present: the call is an error part with this code; `output` is still what the model reads. */
  errorCode?: string;
  childRunId?: string;
  /** The call was over the cap and did not run: not counted. */
  skipped?: true;
}

export interface ToolFieldIssue { path: string; code: string; message: string }

/** The arguments do not fit the tool's schema. Never executed. */
export class InvalidToolInputError extends Error {
  readonly code = 'invalid_tool_input';
  constructor(readonly toolName: string, readonly issues: readonly ToolFieldIssue[]) {
    super(`Invalid arguments for ${toolName}: ${issues.map((issue) => `${issue.path || '(root)'} ${issue.message}`).join('; ')}`);
    this.name = 'InvalidToolInputError';
  }
}

export interface ToolDeclaration<Input extends z.ZodObject> extends Omit<ToolSpec, 'payload' | 'title'> {
  title?: string;
  input: Input;
  execute(input: z.infer<Input>, io: ToolIo): Promise<Json>;
}

/** Declares a tool in code. `risk` and `idempotent` have no default on purpose: who writes the tool must decide. */
export function defineTool<Input extends z.ZodObject>({ input, execute, ...spec }: ToolDeclaration<Input>): EffectTool {
  const schema = z.strictObject(input.shape);
  return {
    kind: 'effect',
    spec: { ...spec, title: spec.title ?? spec.name, payload: toJsonSchema(schema) },
    parse: (value) => parseInput(spec.name, schema, value),
    execute: (value, io) => execute(value as z.infer<Input>, io),
  };
}

export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as JsonObject;
  return rest;
}

export function parseInput(toolName: string, schema: z.ZodType, value: Json): JsonObject {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as JsonObject;
  throw new InvalidToolInputError(toolName, parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), code: issue.code, message: issue.message })));
}

export const toModelTool = ({ spec }: Tool): ModelTool => ({ name: spec.name, description: spec.description, inputSchema: spec.payload });
