import type { StoredReplyFacts } from '@roster/agents/capabilities/streams';
import type { Json, MessagePart, MessageStatus, MessageUsage } from '@roster/agents/contracts';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

/** One row of a thread's conversation. A reply's parts are folded on read until its run ends. */
export interface StoredMessage {
  id: string;
  seq: number;
  role: 'user' | 'assistant';
  status: MessageStatus;
  parts: readonly MessagePart[];
  clientId: string | null;
  runId: string | null;
  agentId: string | null;
  agentName: string | null;
  revision: number | 'draft' | null;
  configurationHash: string | null;
  finishReason: string | null;
  usage: MessageUsage | null;
  metadata: StoredReplyFacts;
  error: Json | null;
  createdAt: Date;
}

const columns = `m.id, m.seq::int as seq, m.role, m.status, m.parts, m.client_id as "clientId", m.run_id as "runId", r.agent_id as "agentId", r.agent_name as "agentName",
  case when v.kind = 'candidate' then to_jsonb('draft'::text) else to_jsonb(v.number) end as revision, m.configuration_hash as "configurationHash",
  m.finish_reason as "finishReason", m.usage, m.metadata, m.error, m.created_at as "createdAt"`;
const from = 'from messages m left join runs r on r.id = m.run_id left join agent_revisions v on v.id = m.agent_revision_id';
/** Part of the conversation: not replaced by an edit or a regeneration, not deleted. */
const live = "m.session_id = $1 and m.seq is not null and m.status <> 'superseded' and m.deleted_at is null";

const FIND = `select ${columns} ${from} where ${live} and (m.id::text = $2 or m.client_id = $2) order by m.seq desc limit 1`;

/** Reads a thread's messages. The caller has checked that the thread may be seen. */
@Injectable()
export class ThreadMessages {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** By the server's or the client's id. */
  async find(threadId: string, messageId: string): Promise<StoredMessage | null> {
    return (await this.pool.query<StoredMessage>({ name: 'find_message', text: FIND, values: [threadId, messageId] })).rows[0] ?? null;
  }

  async newestReply(threadId: string): Promise<StoredMessage | null> {
    return this.one(`select ${columns} ${from} where ${live} and m.role = 'assistant' order by m.seq desc limit 1`, [threadId]);
  }

  /** The reply to a user message: the next live assistant message, if no other user message lies between. */
  async replyTo(threadId: string, userSeq: number): Promise<StoredMessage | null> {
    const next = await this.one(`select ${columns} ${from} where ${live} and m.seq > $2 order by m.seq limit 1`, [threadId, userSeq]);
    return next?.role === 'assistant' ? next : null;
  }

  async userMessageBefore(threadId: string, seq: number): Promise<StoredMessage | null> {
    return this.one(`select ${columns} ${from} where ${live} and m.role = 'user' and m.seq < $2 order by m.seq desc limit 1`, [threadId, seq]);
  }

  /** The newest page before a message, ascending, and whether there is more. */
  async page(threadId: string, { before, limit }: { before?: number; limit: number }): Promise<{ messages: StoredMessage[]; hasMore: boolean }> {
    const rows = await this.many(`select ${columns} ${from} where ${live} and ($2::bigint is null or m.seq < $2) order by m.seq desc limit $3`, [threadId, before ?? null, limit + 1]);
    return { messages: rows.slice(0, limit).reverse(), hasMore: rows.length > limit };
  }

  private async one(sql: string, values: readonly unknown[]): Promise<StoredMessage | null> {
    return (await this.many(sql, values))[0] ?? null;
  }

  private async many(sql: string, values: readonly unknown[]): Promise<StoredMessage[]> {
    return (await this.pool.query<StoredMessage>(sql, [...values])).rows;
  }
}

/** Takes a message and everything after it out of the conversation; nothing is deleted. */
export async function supersedeFrom(client: pg.PoolClient, threadId: string, seq: number): Promise<void> {
  await client.query("update messages set status = 'superseded' where session_id = $1 and seq >= $2 and status <> 'superseded'", [threadId, seq]);
}
