import { Inject, Injectable } from '@nestjs/common';
import { isTerminal, type StopChat as StopChatRequest, type StoppedChat } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import { ThreadService } from '../threads/thread.service.ts';

/** Ends the answer of a thread from any device; what was said so far stays. Closing a connection never does this. */
@Injectable()
export class StopChat {
  constructor(private readonly threads: ThreadService, private readonly store: PostgresRunStore, @Inject(pg.Pool) private readonly pool: pg.Pool) {}

  async run(chatId: string, { messageId }: StopChatRequest, caller: Caller): Promise<StoppedChat> {
    const { activeRunId: runId } = await this.threads.get(caller, chatId, Operation.SEND_MESSAGE);
    const activeMessageId = runId && (await this.replyOf(runId));
    if (!runId || !activeMessageId || (messageId !== undefined && messageId !== activeMessageId)) return { status: 'idle' };
    const cancelled = await this.store.cancel({ runId, reason: 'user_requested', by: caller.principal });
    const status = cancelled && isTerminal(cancelled.status) ? 'stopped' : 'stopping';
    return { status, runId, messageId: activeMessageId };
  }

  private async replyOf(runId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>(sql`select id from messages where run_id = ${runId} and turn is null and role = 'assistant'`);
    return rows[0]?.id ?? null;
  }
}
