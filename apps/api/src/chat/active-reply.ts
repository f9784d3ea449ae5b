import { Injectable } from '@nestjs/common';
import { SessionBusyError } from '@roster/agents/kernel';
import type { Caller } from '../auth/caller.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import type { Thread } from '../threads/thread.service.ts';
import { RunWaitingError } from './chat-errors.ts';
import { ReplyService } from '../threads/reply.service.ts';

/** A conversation has one answer at a time. */
@Injectable()
export class ActiveReply {
  constructor(private readonly store: PostgresRunStore, private readonly replies: ReplyService) {}

  /** Makes way for a new turn, or refuses it. Errors: SessionBusyError, RunWaitingError. */
  async makeWay({ activeRunId }: Thread, { supersede, caller }: { supersede: boolean; caller: Caller }): Promise<void> {
    if (!activeRunId) return;
    if (supersede) {
      await this.store.cancel({ runId: activeRunId, reason: 'superseded', by: caller.principal });
      return;
    }
    const { status } = await this.replies.fold(activeRunId);
    throw status === 'awaiting_input' ? new RunWaitingError(activeRunId) : new SessionBusyError(activeRunId);
  }
}
