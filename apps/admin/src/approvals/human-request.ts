import type { HumanRequestRecord as WireRecord } from '@roster/agents/contracts';

/** One row of `GET /api/human-requests` with what its card may hold. */
export type HumanRequestRecord = Omit<WireRecord, 'card'> & { card: RequestCard };

/** What the person sees; which fields there are follows from the kind. */
export interface RequestCard {
  title?: string;
  prompt?: string;
  toolName?: string;
  toolCallId?: string;
  payload?: Record<string, unknown>;
  /** What made the gate ask. */
  reason?: 'risk' | 'named' | 'condition';
  question?: string;
  questions?: readonly Question[];
  items?: readonly { toolName: string; toolCallId: string; payload: unknown }[];
  stepKey?: string;
}

export interface Question {
  id: string;
  prompt: string;
  options: readonly { id: string; label: string }[];
  allowMultiple: boolean;
}
