import type { Json, JsonObject } from '../contracts/json.ts';

/** Opaque values a provider wants back with the same block (signatures, item ids): never shown, never sent to another provider. */
export type ProviderMetadata = JsonObject;

export interface TextPart { type: 'text'; text: string; providerMetadata?: ProviderMetadata }
export interface ReasoningPart { type: 'reasoning'; text: string; providerMetadata?: ProviderMetadata }
export interface FilePart { type: 'file'; mediaType: string; url: string; filename?: string }
export interface ToolCallPart {
  type: 'tool_call';
  toolCallId: string;
  /** The id the provider gave; sent back instead of ours to the provider that made it. */
  providerCallId?: string;
  toolName: string;
  input: Json;
  providerExecuted?: true;
  providerMetadata?: ProviderMetadata;
}
export interface ToolResultPart {
  type: 'tool_result';
  toolCallId: string;
  providerCallId?: string;
  toolName: string;
  /** Text, or a JSON value that is sent as JSON. */
  output: Json;
  isError?: boolean;
  /** The output is the beginning of a longer one. */
  cut?: { originalChars: number; keptChars: number };
}

/** One turn of the conversation a model sees. */
export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: readonly (TextPart | FilePart)[] }
  | { role: 'assistant'; content: readonly (TextPart | ReasoningPart | ToolCallPart | ToolResultPart)[] }
  | { role: 'tool'; content: readonly ToolResultPart[] };

export const userText = (text: string): ChatMessage => ({ role: 'user', content: [{ type: 'text', text }] });
export const assistantText = (text: string): ChatMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });
