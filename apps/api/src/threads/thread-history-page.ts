import { Injectable } from '@nestjs/common';
import { uiHistoryMessage } from '@roster/agents/capabilities/protocols';
import { finishMetadata, storedReplyFacts } from '@roster/agents/capabilities/streams';
import type { JsonObject, MessagePage, MessagePageQuery, UiMessage } from '@roster/agents/contracts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { replyMetadata, ReplyService } from './reply.service.ts';
import { ThreadMessages, type StoredMessage } from './thread-messages.ts';

/** A page of a conversation as AI SDK clients hold it. A reply that streams now is left out and named: clients read it from its stream. */
@Injectable()
export class ThreadHistoryPage {
  constructor(private readonly messages: ThreadMessages, private readonly replies: ReplyService) {}

  async read(threadId: string, { before, limit, clientProtocol }: MessagePageQuery): Promise<MessagePage> {
    const from = before === undefined ? undefined : await this.messages.find(threadId, before);
    if (from === null) throw new NotFoundError();
    const page = await this.messages.page(threadId, { limit, ...(from && { before: from.seq }) });
    const stored = await Promise.all(page.messages.map((message) => this.folded(message)));
    const streaming = stored.find(({ status }) => status === 'streaming');
    const messages = stored.filter((message) => message !== streaming).map((message): UiMessage => uiHistoryMessage({ ...message, ...metadataOf(message, threadId) }, clientProtocol));
    return { messages, activeMessageId: streaming?.id ?? null, hasMore: page.hasMore };
  }

  /** The parts of an open reply are not stored yet. */
  private async folded(message: StoredMessage): Promise<StoredMessage> {
    if (message.role === 'user' || !message.runId || (message.status !== 'streaming' && message.status !== 'awaiting_input')) return message;
    const folded = await this.replies.fold(message.runId);
    const { parts, status, finishReason, usage } = folded;
    return { ...message, parts, status, finishReason, usage, metadata: storedReplyFacts(folded) };
  }
}

function metadataOf(message: StoredMessage, threadId: string): { metadata?: JsonObject } {
  const { runId, agentId, agentName, revision, configurationHash, createdAt, role, metadata } = message;
  if (role === 'user' || !runId || !agentId || !agentName) return { metadata: { createdAt: createdAt.toISOString() } };
  return {
    metadata: {
      ...replyMetadata({ threadId, runId, agentId, agentName, revision, configurationHash, createdAt }),
      ...finishMetadata({ ...message, processingTimeMs: null, truncated: false, childRuns: {}, ...metadata }),
    },
  };
}
