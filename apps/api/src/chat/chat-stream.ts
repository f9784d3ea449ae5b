import { Inject, Injectable } from '@nestjs/common';
import { sseChunk, sseDone, UiMessageProjector, uiMessageStreamHeaders } from '@roster/agents/capabilities/protocols';
import type { ClientProtocol, UiMessageChunk } from '@roster/agents/contracts';
import type { Response } from 'express';
import type { Caller } from '../auth/caller.ts';
import type { Config } from '../config/config.ts';
import { EventTail, type TailItem } from '../runs/stream/event-tail.ts';
import { SseResponse } from '../runs/stream/sse-response.ts';
import { ThreadWatch } from '../threads/thread-watch.ts';
import { CONFIG } from '../tokens.ts';
import type { ChatTurn } from './chat-turn.ts';
import { ReplyService, replyMetadata } from '../threads/reply.service.ts';

export interface ChatClient { caller: Caller; clientProtocol?: ClientProtocol | undefined; compat?: 'strict' | undefined }

/** Sends a reply as a UI message stream: what happened so far, then live, until it ends or waits for a person. The run never notices. */
@Injectable()
export class ChatStream {
  constructor(
    private readonly tail: EventTail,
    private readonly replies: ReplyService,
    private readonly threads: ThreadWatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async send(response: Response, turn: ChatTurn, client: ChatClient): Promise<void> {
    const facts = await this.replies.facts(turn.runId);
    const sse = new SseResponse(response, { ...uiMessageStreamHeaders, ...turnHeaders(turn) });
    const stopWatching = this.threads.watch(client.caller, turn.threadId, () => sse.cut());
    const projector = new UiMessageProjector({
      rootRunId: turn.runId, messageId: turn.messageId, metadata: replyMetadata(facts),
      strict: (client.compat ?? this.config.streams.compat) === 'strict',
      ...(client.clientProtocol && { clientProtocol: client.clientProtocol }),
      ...(turn.after !== undefined && { after: turn.after }),
    });
    try {
      const partials = () => this.replies.partials(turn.threadId);
      sendAll(sse, projector.start());
      for await (const items of this.tail.follow({ streamId: turn.threadId, after: facts.firstSeq - 1, signal: sse.closed, partials, drained: () => sse.drained() })) {
        for (const item of items) sendAll(sse, chunksOf(projector, item));
        if (projector.status !== 'streaming') break;
      }
      sse.send(sseDone);
    } finally {
      stopWatching();
      sse.end();
    }
  }
}

export const turnHeaders = ({ threadId, runId, messageId }: ChatTurn): Record<string, string> => ({ 'x-roster-thread-id': threadId, 'x-roster-run-id': runId, 'x-roster-message-id': messageId });

function sendAll(sse: SseResponse, chunks: readonly UiMessageChunk[]): void {
  for (const chunk of chunks) sse.send(sseChunk(chunk));
}

function chunksOf(projector: UiMessageProjector, item: TailItem): readonly UiMessageChunk[] {
  switch (item.kind) {
    case 'event': return projector.event(item.envelope);
    case 'delta': return projector.delta(item.envelope);
    case 'caught_up': return projector.caughtUp();
  }
}
