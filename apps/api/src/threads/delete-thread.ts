import { Inject, Injectable } from '@nestjs/common';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';
import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import { ThreadService, type Thread } from './thread.service.ts';

/** Out of sight at once, its run cancelled and its session ended; rows stay for 30 days. */
@Injectable()
export class DeleteThread {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly threads: ThreadService, private readonly store: PostgresRunStore, private readonly audit: AuditLog) {}

  async run(threadId: string, caller: Caller): Promise<Thread> {
    const thread = await this.threads.get(caller, threadId, Operation.DELETE_THREAD);
    await inTransaction(this.pool, async (client) => {
      await client.query(sql`update threads set deleted_at = now() where id = ${thread.id}`);
      await client.query(sql`update sessions set status = 'ended', ended_at = now() where id = ${thread.id} and status = 'active'`);
      await this.audit.record(client, caller, { action: 'thread_delete', objectKind: 'Thread', objectId: thread.id });
    });
    if (thread.activeRunId) await this.store.cancel({ runId: thread.activeRunId, reason: 'session_ended', by: caller.principal });
    return thread;
  }
}
