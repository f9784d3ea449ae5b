import { DefaultChatTransport } from 'ai';
import { csrfHeaders } from '../api/request.ts';
import type { ChatMessage } from '../chat/chat-message.ts';

export interface ChatTarget {
  agentId: string;
  /** Absent: what is live. */
  revision?: number | 'draft';
  /** Marks new conversations as tests; only for those who may edit the agent. */
  test: boolean;
}

/** The AI SDK's own transport over Roster's chat routes: only the newest message travels, the server keeps the history. */
export function createTransport({ agentId, revision, test }: ChatTarget) {
  return new DefaultChatTransport<ChatMessage>({
    api: '/api/chat',
    headers: csrfHeaders,
    prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
      body: {
        id,
        agentId,
        trigger,
        clientProtocol: 'v6',
        ...(messageId !== undefined && { messageId }),
        ...(trigger === 'submit-message' && { message: messages.at(-1) }),
        ...(revision !== undefined && { revision }),
        ...(test && messages.length === 1 && { playground: { tools: 'real' } }),
      },
    }),
  });
}
