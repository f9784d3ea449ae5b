import { Inject, Injectable } from '@nestjs/common';
import type { ThreadHistory } from '@roster/agents/agents';
import type { HistoryMessage } from '@roster/agents/contracts';
import pg from 'pg';
import { prepared, sql } from '../database/sql.ts';

/** The stored conversation as runs read it: only live messages, no placeholder of a reply that is being made. */
@Injectable()
export class PostgresThreadHistory implements ThreadHistory {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  async upTo(threadId: string, messageId: string): Promise<readonly HistoryMessage[]> {
    const { rows } = await this.pool.query<HistoryMessage>(prepared('thread_history', sql`
      select id, seq::int as seq, role, status, parts from messages
      where session_id = ${threadId} and seq <= (select seq from messages where id = ${messageId} and session_id = ${threadId})
        and role in ('user', 'assistant') and status in ('complete', 'error', 'cancelled') and deleted_at is null
      order by seq`));
    return rows;
  }
}
