import type { KeptOutcome } from '../http/idempotency.ts';

export const chatRoute = 'POST /api/chat';

/** An accepted chat request: which run answers it. The event stream of a chat is its thread's. */
export interface ChatTurn {
  kind: 'new' | 'replay' | 'continue';
  threadId: string;
  runId: string;
  /** Id of the reply, minted before the first byte and used everywhere. */
  messageId: string;
  /** Of a continued run: the response holds only the events after this number. */
  after?: number;
}

/** What an idempotency key keeps of a turn, and back. */
export const keptTurn = ({ runId, threadId, messageId }: ChatTurn): Partial<KeptOutcome> => ({ runId, response: { threadId, messageId } });

export function turnOf({ runId, response }: KeptOutcome): ChatTurn {
  const { threadId, messageId } = response as { threadId: string; messageId: string };
  return { kind: 'replay', threadId, runId: runId!, messageId };
}
