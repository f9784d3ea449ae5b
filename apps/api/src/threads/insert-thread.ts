import type pg from 'pg';
import { prepared, sql } from '../database/sql.ts';
import type { ThreadOwner } from './thread-owner.ts';

export interface NewThread { id: string; owner: ThreadOwner; clientKey: string | null; agentId: string; isTest: boolean }

/** A thread is a session with an owner: both rows, same id. A client key that is taken meanwhile violates its unique index. */
export async function insertThread(client: pg.ClientBase, { id, owner, clientKey, agentId, isTest }: NewThread): Promise<void> {
  await client.query(prepared('insert_thread', sql`
    with session as (insert into sessions (id, kind) values (${id}, 'thread'))
    insert into threads (id, owner_kind, owner_id, end_user, client_key, agent_id, is_test)
    values (${id}, ${owner.kind}, ${owner.id}, ${owner.endUser}, ${clientKey}, ${agentId}, ${isTest})`));
}
