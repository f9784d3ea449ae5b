import { Injectable } from '@nestjs/common';
import { uiHistoryMessage } from '@roster/agents/capabilities/protocols';
import { finishMetadata, MessageFold } from '@roster/agents/capabilities/streams';
import type { ChatReply, ClientProtocol, FoldedMessage } from '@roster/agents/contracts';
import { EventTail } from '../runs/stream/event-tail.ts';
import type { ChatTurn } from './chat-turn.ts';
import { ReplyService, replyMetadata, type ReplyFacts } from '../threads/reply.service.ts';

const maxWaitMs = 600_000;

/** The reply as one JSON body, for callers that do not stream; null when it takes longer than 10 minutes. */
@Injectable()
export class WholeReply {
  constructor(private readonly tail: EventTail, private readonly replies: ReplyService) {}

  async wait(turn: ChatTurn, { clientProtocol, signal }: { clientProtocol?: ClientProtocol | undefined; signal: AbortSignal }): Promise<ChatReply | null> {
    const facts = await this.replies.facts(turn.runId);
    const fold = new MessageFold(turn.runId);
    const given = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]);
    for await (const items of this.tail.follow({ streamId: turn.threadId, after: facts.firstSeq - 1, signal: given })) {
      for (const item of items) if (item.kind === 'event') fold.apply(item.envelope);
      if (items.at(-1)?.kind === 'caught_up' && fold.message.status !== 'streaming') return present(facts, fold.message, clientProtocol);
    }
    return null;
  }
}

function present(facts: ReplyFacts, folded: FoldedMessage, clientProtocol: ClientProtocol | undefined): ChatReply {
  const { threadId, runId, messageId } = facts;
  const metadata = { ...replyMetadata(facts), ...finishMetadata(folded) };
  return {
    threadId, runId,
    status: folded.status === 'superseded' || folded.status === 'streaming' ? 'cancelled' : folded.status,
    message: uiHistoryMessage({ id: messageId, role: 'assistant', parts: folded.parts, metadata }, clientProtocol),
    requests: folded.parts.flatMap((part) => (part.type === 'data' && part.name === 'request' && (part.data as { status?: string }).status === 'pending' ? [part.data] : [])),
    usage: folded.usage,
  };
}
