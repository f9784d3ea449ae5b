import type { Json, JsonObject, RunError, RunEventEnvelope, TerminalStatus } from '@roster/agents/contracts';

/** How the run of a reply ended. */
export interface ReplyEnd {
  runId: string;
  messageId: string;
  status: TerminalStatus;
  error: RunError | null;
  cancelReason: string | null;
  exitReason: string | null;
  truncated: boolean;
}

/** The finished `messages` row of a chat run. */
export interface FinalReply {
  parts: Json;
  status: 'complete' | 'error' | 'cancelled' | 'superseded';
  finishReason: string | null;
  usage: Json | null;
  /** What readers are told of it beside its content. */
  metadata: JsonObject;
  model?: string | null;
  error?: Json | null;
}

/** Pure: the whole tree's events, in order and including the terminal ones, to the reply. */
export type FinalMessage = (envelopes: readonly RunEventEnvelope[], end: ReplyEnd) => FinalReply;
