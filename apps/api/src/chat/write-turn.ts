import type { MessagePart } from '@roster/agents/contracts';
import type pg from 'pg';
import type { ResolvedAgent } from '../agents/resolved-agent.ts';
import { sql } from '../database/sql.ts';
import { supersedeFrom } from '../threads/thread-messages.ts';
import type { ChatTurn } from './chat-turn.ts';

export interface TurnWrites {
  turn: ChatTurn;
  agent: ResolvedAgent;
  /** Null: the user message is stored already (retry, regenerate). */
  userMessage: { id: string; text: string; clientId: string | null } | null;
  supersedeFrom: number | null;
}

/** User message and the placeholder of its reply, numbered in the session's conversation. */
export async function writeTurn(client: pg.PoolClient, { turn: { threadId, runId, messageId }, agent, userMessage, supersedeFrom: from }: TurnWrites): Promise<void> {
  if (from !== null) await supersedeFrom(client, threadId, from);
  const { rows } = await client.query<{ seq: string }>(sql`update sessions set last_message_seq = last_message_seq + ${userMessage ? 2 : 1} where id = ${threadId} returning last_message_seq as seq`);
  const replySeq = Number(rows[0]!.seq);
  if (userMessage) {
    const parts: MessagePart[] = [{ type: 'text', text: userMessage.text }];
    await client.query(sql`
      insert into messages (id, session_id, seq, role, status, parts, client_id)
      values (${userMessage.id}, ${threadId}, ${replySeq - 1}, 'user', 'complete', ${JSON.stringify(parts)}, ${userMessage.clientId})`);
  }
  await client.query(sql`
    insert into messages (id, session_id, seq, run_id, role, status, parts, agent_key, agent_id, agent_revision_id, configuration_hash)
    values (${messageId}, ${threadId}, ${replySeq}, ${runId}, 'assistant', 'streaming', '[]', ${agent.agentKey}, ${agent.agentId}, ${agent.revision?.id ?? null}, ${agent.configurationHash})`);
  await client.query(sql`update threads set updated_at = now() where id = ${threadId}`);
}
