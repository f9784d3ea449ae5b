import { Inject, Injectable } from '@nestjs/common';
import { SessionBusyError } from '@roster/agents/kernel';
import type { Caller } from '../auth/caller.ts';
import type { Config } from '../config/config.ts';
import { RunFinish } from '../runs/run-finish.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import { ReplyService } from '../threads/reply.service.ts';
import type { Thread } from '../threads/thread.service.ts';
import { CONFIG } from '../tokens.ts';
import { RunWaitingError } from './chat-errors.ts';

/** A conversation has one answer at a time. */
@Injectable()
export class ActiveReply {
  constructor(private readonly store: PostgresRunStore, private readonly finish: RunFinish, private readonly replies: ReplyService, @Inject(CONFIG) private readonly config: Config) {}

  /** Makes way for a new turn, or refuses it. Errors: SessionBusyError, RunWaitingError. */
  async makeWay(thread: Thread, { supersede, caller }: { supersede: boolean; caller: Caller }): Promise<void> {
    const { activeRunId: runId } = thread;
    if (!runId) return;
    if (supersede) return this.supersede(runId, { threadId: thread.id, caller });
    const { status } = await this.replies.fold(runId);
    throw status === 'awaiting_input' ? new RunWaitingError(runId) : new SessionBusyError(runId);
  }

  /** A running effect has its time to end; after that the conversation is still busy. */
  private async supersede(runId: string, { threadId, caller }: { threadId: string; caller: Caller }): Promise<void> {
    await this.store.cancel({ runId, reason: 'superseded', by: caller.principal });
    const { effectGraceMs, heartbeatMs } = this.config.runs;
    if (!(await this.finish.wait(runId, { sessionId: threadId, timeoutMs: effectGraceMs + 2 * heartbeatMs }))) throw new SessionBusyError(runId);
  }
}
