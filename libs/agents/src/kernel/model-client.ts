import type { JsonObject, JsonSchema } from '../contracts/json.ts';
import type { ModelBlock, Usage } from '../contracts/run-event.ts';
import type { ChatMessage } from './chat-message.ts';

export interface ModelTool { name: string; description: string; inputSchema: JsonSchema }
export type ToolChoice = 'auto' | 'none' | 'required' | { toolName: string };

/** Provider-independent sampling parameters; absent = the provider's default. */
export interface ModelParams {
  temperature?: number;
  topP?: number;
  topK?: number;
  maxOutputTokens?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
  stopSequences?: string[];
  /** Passed on to the provider named by the key, unread. */
  providerOptions?: JsonObject;
}

export interface ModelRequest {
  /** `provider/model`. */
  model: string;
  messages: readonly ChatMessage[];
  tools?: readonly ModelTool[];
  toolChoice?: ToolChoice;
  params?: ModelParams;
  /** Ask for one JSON object of this schema instead of free text. */
  responseFormat?: { name: string; schema: JsonSchema };
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'error' | 'other';

export interface ModelReply {
  /** In the order the model produced them. A tool call's `toolCallId` here is the provider's; the run context replaces it. */
  blocks: readonly ModelBlock[];
  finishReason: FinishReason;
  rawFinishReason?: string;
  usage: Usage;
  /** The model that answered, as `provider/model`. */
  model: string;
  warnings: readonly string[];
  /** Calls whose arguments are not one JSON value: toolCallId -> raw text. Such a reply is never executed. */
  invalidInputs?: Readonly<Record<string, string>>;
}

/** Deltas as they arrive. `blockId` equals the `id` (text, reasoning) or `toolCallId` of the block in the reply. */
export type ModelDelta =
  | { type: 'text'; blockId: string; delta: string }
  | { type: 'reasoning'; blockId: string; delta: string }
  | { type: 'tool_input_start'; blockId: string; toolName: string }
  | { type: 'tool_input'; blockId: string; delta: string };

export interface ModelCallOptions {
  signal: AbortSignal;
  onDelta?(delta: ModelDelta): void;
  /** Sent to providers with correlation headers switched on. */
  correlation?: { runId: string; stepKey: string; idempotencyKey: string };
}

/** Port: reaches a language model. Throws `ModelError` for everything a provider can do wrong, the signal's reason when aborted. */
export interface ModelClient {
  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply>;
  /** Throws `UnknownModelError` when the name cannot be served; called before anything is written. */
  assertAvailable(model: string): void;
  /** micro-USD of a call, null when the price is unknown. */
  cost(model: string, usage: Usage): number | null;
}

