import type { MessageUsage } from '@roster/agents/contracts';
import type { UIMessage } from 'ai';

/** What Roster's stream and history say about an answer (protocols.md section 5). */
export interface AnswerMetadata {
  threadId?: string;
  runId?: string;
  agentId?: string;
  agentName?: string;
  revision?: number | 'draft';
  configurationHash?: string;
  createdAt?: string;
  finishReason?: string;
  usage?: MessageUsage;
  processingTimeMs?: number;
  truncated?: boolean;
  /** toolCallId of a delegation -> run id of the child. */
  childRuns?: Record<string, string>;
}

export type ChatMessage = UIMessage<AnswerMetadata>;
export type ChatPart = ChatMessage['parts'][number];

/** The states of a call that matter to a reader. */
export type CallState = 'writing' | 'running' | 'waiting' | 'done' | 'failed' | 'denied';

export interface ToolCall {
  toolCallId: string;
  toolName: string;
  state: CallState;
  input: unknown;
  output?: unknown;
  errorCode?: string;
  /** Open request of this call, when it waits for a person. */
  requestId?: string;
}
