import type { Json, JsonObject } from './json.ts';

type ProviderMetadata = Record<string, JsonObject>;

/** What the UI message stream ends with (protocols.md section 5). */
export type UiFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** The chunks Roster sends; clients reject unknown types and nulls, so optional fields are left out. */
export type UiMessageChunk =
  | { type: 'start'; messageId: string; messageMetadata: JsonObject }
  | { type: 'start-step' }
  | { type: 'finish-step' }
  | { type: 'text-start' | 'reasoning-start'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | { type: 'text-end' | 'reasoning-end'; id: string }
  | { type: 'tool-input-start'; toolCallId: string; toolName: string; providerExecuted?: true; providerMetadata?: ProviderMetadata }
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | { type: 'tool-input-available'; toolCallId: string; toolName: string; input: Json; providerExecuted?: true; providerMetadata?: ProviderMetadata }
  | { type: 'tool-input-error'; toolCallId: string; toolName: string; input: Json; errorText: string }
  | { type: 'tool-output-available'; toolCallId: string; output: Json }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string }
  | { type: 'tool-approval-request'; approvalId: string; toolCallId: string }
  | { type: 'tool-output-denied'; toolCallId: string }
  | { type: 'source-url'; sourceId: string; url: string; title?: string; providerMetadata?: ProviderMetadata }
  | { type: 'source-document'; sourceId: string; mediaType: string; title: string; providerMetadata?: ProviderMetadata }
  | { type: 'file'; url: string; mediaType: string }
  | { type: `data-${string}`; data: Json; id?: string; transient?: true }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason?: string }
  | { type: 'finish'; finishReason?: UiFinishReason; messageMetadata: JsonObject };
