import { Inject, Injectable } from '@nestjs/common';
import type { UpdateThreadRequest } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { ThreadService, type Thread } from './thread.service.ts';

@Injectable()
export class UpdateThread {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly threads: ThreadService) {}

  async run(threadId: string, { title }: UpdateThreadRequest, caller: Caller): Promise<Thread> {
    const thread = await this.threads.get(caller, threadId, Operation.UPDATE_THREAD);
    if (title === undefined) return thread;
    const source = title === null ? null : 'user';
    await this.pool.query(sql`update threads set title = ${title}, title_source = ${source}, updated_at = now() where id = ${thread.id}`);
    return (await this.threads.byId(thread.id))!;
  }
}
