import type { Json } from '../../contracts/json.ts';
import type { Attribution } from '../../contracts/message-part.ts';
import type { RunError } from '../../contracts/error.ts';
import type { UiFinishReason } from '../../contracts/ui-message-chunk.ts';

export interface ShownCall { toolCallId: string; toolName: string; input: Json; providerExecuted?: true; attribution?: Attribution }

/** A question to a person as clients see it. */
export type ShownRequest = {
  requestId: string;
  kind: 'confirmation' | 'clarification' | 'questions' | 'external_tools';
  status: 'pending' | 'decided' | 'expired' | 'cancelled';
  approved?: boolean;
  toolCallId?: string;
  toolName?: string;
  input?: Json;
  title?: string;
  prompt?: string;
  questions?: Json[];
};

export type MessageEnd =
  | { kind: 'finish'; finishReason: UiFinishReason; truncated: boolean }
  | { kind: 'error'; error: RunError }
  | { kind: 'abort'; reason: string };

/**
 * What one event of a run tree means for the root's message: the middle column of the table in docs/events.md. Live stream,
 * replay, stored parts and history are made from these and from nothing else.
 */
export type MessageOp =
  /** A model call of the root, with its tools. `turn` null: content that no model call made. */
  | { op: 'step'; turn: number | null }
  | { op: 'text' | 'reasoning'; blockId: string; text: string }
  | { op: 'call'; call: ShownCall }
  /** A call of a rejected response: shown, never run. */
  | { op: 'invalid_call'; call: ShownCall }
  /** All blocks of the step's reply were given. */
  | { op: 'reply_end'; turn: number }
  | { op: 'output'; toolCallId: string; output: Json; skipped?: true }
  | { op: 'failure'; toolCallId: string; code: string; output?: Json }
  | { op: 'denied'; toolCallId: string; requestId?: string; reason?: string; output?: Json }
  | { op: 'approved'; toolCallId: string; requestId: string }
  | { op: 'child'; toolCallId: string; childRunId: string; agentId: string }
  | { op: 'source'; sourceId: string; url?: string; title?: string; mediaType?: string; index?: number }
  | { op: 'file'; mediaType: string; url: string }
  | { op: 'data'; name: string; id?: string; data: Json }
  /** Opened or changed. */
  | { op: 'request'; request: ShownRequest }
  /** Nothing in the tree can go on before a person acts; `resumed`: something can. */
  | { op: 'waiting'; for: 'human' | 'operator' }
  | { op: 'resumed' }
  | { op: 'end'; end: MessageEnd };
