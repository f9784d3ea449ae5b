import type { HistoryMessage } from '../../contracts/message-part.ts';

/** Port: the stored conversation. Only live messages: neither superseded nor deleted. */
export interface ThreadHistory {
  /** Up to and including this message, oldest first. */
  upTo(threadId: string, messageId: string): Promise<readonly HistoryMessage[]>;
}
