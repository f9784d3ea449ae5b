import type { Json } from '../contracts/json.ts';
import type { AgentAddress } from './address.ts';

/** One message in an agent's inbox. */
export interface Message {
  id: string;
  target: AgentAddress;
  sender: AgentAddress | 'external';
  payload: Json;
  topic?: string;
  correlationId?: string;
  replyTo?: { runId: string };
  metadata: Record<string, string>;
  /** ISO 8601, database clock. */
  sentAt: string;
}

export interface MessageDraft {
  payload: Json;
  topic?: string;
  correlationId?: string;
  metadata?: Record<string, string>;
}
