import { ApiError } from '../api/api-error.ts';
import { send } from '../api/request.ts';
import type { ChatMessage } from '../chat/chat-message.ts';

export interface ThreadHistory {
  messages: ChatMessage[];
  /** The message that is being written right now; it is not among `messages`. */
  activeMessageId: string | null;
  hasMore: boolean;
}

/** The newest messages of a conversation; null for one that does not exist (yet). `id` is a thread or the caller's own key. */
export async function readThread(id: string): Promise<ThreadHistory | null> {
  try {
    return (await send<ThreadHistory>(`/threads/${encodeURIComponent(id)}/messages?clientProtocol=v6&limit=200`)).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
