import { Inject, Injectable } from '@nestjs/common';
import type { AppAbility } from '@roster/permissions/ability';
import { decide } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';
import type { ThreadFacts } from '@roster/permissions/subjects';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import { chatIdSchema, type ListQuery } from '@roster/agents/contracts';
import pg from 'pg';
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import { prepared, sql, sqlCondition, sqlText, type Sql } from '../database/sql.ts';
import { authorize } from '../http/authorize.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';
import { threadOwner } from './thread-owner.ts';

export interface Thread {
  id: string;
  ownerKind: 'user' | 'apiKey';
  ownerId: string;
  endUser: string | null;
  clientKey: string | null;
  agentId: string;
  /** Of the newest reply; null before the first. */
  agentName: string | null;
  title: string | null;
  isTest: boolean;
  /** The open root run of the conversation. */
  activeRunId: string | null;
  messageCount: number;
  createdAt: Date;
  updatedAt: Date;
}

export const threadColumns = sqlText(`t.id, t.owner_kind as "ownerKind", t.owner_id as "ownerId", t.end_user as "endUser", t.client_key as "clientKey", t.agent_id as "agentId",
  t.title, t.is_test as "isTest", (select r.id from runs r where r.session_id = t.id and r.parent_run_id is null and r.status in ('pending', 'running', 'suspended') limit 1) as "activeRunId",
  (select r.agent_name from runs r where r.session_id = t.id and r.parent_run_id is null order by r.created_at desc limit 1) as "agentName", s.last_message_seq::int as "messageCount", t.created_at as "createdAt", t.updated_at as "updatedAt"`);
export const threadSource = sqlText('threads t join sessions s on s.id = t.id');

export const threadFacts = ({ ownerKind, ownerId, endUser, agentId }: Thread): ThreadFacts => ({ subject: 'Thread', ownerKind, ownerId, endUser, agentId });

const columns: ListColumns = {
  id: { sql: 't.id', type: 'uuid' },
  agentId: { sql: 't.agent_id', type: 'uuid' },
  title: { sql: 't.title', type: 'text', search: true },
  isTest: { sql: 't.is_test', type: 'boolean' },
  endUser: { sql: 't.end_user', type: 'text' },
  createdAt: { sql: 't.created_at', type: 'time' },
  updatedAt: { sql: 't.updated_at', type: 'time' },
};
const facts = { ownerKind: 't.owner_kind', ownerId: 't.owner_id', endUser: 't.end_user', agentId: 't.agent_id' };

@Injectable()
export class ThreadService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** The thread of a path or body id: a thread id the caller may see, else the caller's own client key. Null: an unused key. */
  async find({ principal, ability }: Caller, id: string): Promise<Thread | null> {
    if (!chatIdSchema.safeParse(id).success) return null;
    const owner = threadOwner(principal);
    const threadId = z.uuid().safeParse(id).data?.toLowerCase() ?? null;
    const { rows } = await this.pool.query<Thread>(prepared('find_thread', sql`select ${threadColumns} from ${threadSource} where t.deleted_at is null and (t.id = ${threadId}::uuid
      or (t.owner_kind = ${owner.kind} and t.owner_id = ${owner.id} and coalesce(t.end_user, '') = ${owner.endUser ?? ''} and t.client_key = ${id}))`));
    const byId = rows.find((thread) => thread.id === threadId);
    if (byId && this.canSee(ability, byId)) return byId;
    return rows.find((thread) => thread !== byId) ?? null;
  }

  /** As `find`, for an operation on a thread that must exist. */
  async get(caller: Caller, id: string, operation: Operation): Promise<Thread> {
    const thread = await this.find(caller, id);
    authorize(caller.ability, operation, thread && threadFacts(thread));
    return thread!;
  }

  async list({ ability }: Caller, query: ListQuery): Promise<ListPage<Thread>> {
    const visible = sqlCondition(rulesToSql(ability, { operation: Operation.VIEW_THREAD, subject: 'Thread', fields: facts }));
    return readList<Thread>(this.pool, { resource: 'threads', query, columns, select: threadColumns, from: threadSource, visible: sql`t.deleted_at is null and ${visible}` });
  }

  /** For streams that ask again while they are open. */
  async byId(threadId: string): Promise<Thread | null> {
    return this.one(sql`t.id = ${threadId}`);
  }

  canSee(ability: AppAbility, thread: Thread): boolean {
    return decide(ability, Operation.VIEW_THREAD, threadFacts(thread)).allowed;
  }

  private async one(condition: Sql): Promise<Thread | null> {
    const { rows } = await this.pool.query<Thread>(sql`select ${threadColumns} from ${threadSource} where t.deleted_at is null and ${condition}`);
    return rows[0] ?? null;
  }
}
