import { Injectable } from '@nestjs/common';
import { Operation } from '@roster/permissions/operations';
import type { Caller } from '../auth/caller.ts';
import { ThreadService } from '../threads/thread.service.ts';
import type { ChatTurn } from './chat-turn.ts';
import { ReplyService } from '../threads/reply.service.ts';

/** Finds the reply that can be followed now; null when nothing streams. */
@Injectable()
export class ResumeChat {
  constructor(private readonly threads: ThreadService, private readonly replies: ReplyService) {}

  async run(chatId: string, caller: Caller): Promise<ChatTurn | null> {
    const { id: threadId, activeRunId: runId } = await this.threads.get(caller, chatId, Operation.VIEW_MESSAGES);
    if (!runId || (await this.replies.fold(runId)).status !== 'streaming') return null;
    const { messageId } = await this.replies.facts(runId);
    return { kind: 'replay', threadId, runId, messageId };
  }
}
