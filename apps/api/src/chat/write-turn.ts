import type { MessagePart } from '@roster/agents/contracts';
import type pg from 'pg';
import type { ResolvedAgent } from '../agents/resolved-agent.ts';
import { prepared, sql } from '../database/sql.ts';
import { supersedeFrom } from '../threads/thread-messages.ts';
import type { ChatTurn } from './chat-turn.ts';

export interface TurnWrites {
  turn: ChatTurn;
  agent: ResolvedAgent;
  /** Null: the user message is stored already (retry, regenerate). */
  userMessage: { id: string; text: string; clientId: string | null } | null;
  supersedeFrom: number | null;
}

/** User message and the placeholder of its reply, numbered in the session's conversation; one statement, because each is a round trip before the first word. */
export async function writeTurn(client: pg.PoolClient, { turn: { threadId, runId, messageId }, agent, userMessage, supersedeFrom: from }: TurnWrites): Promise<void> {
  if (from !== null) await supersedeFrom(client, threadId, from);
  const parts: MessagePart[] = userMessage ? [{ type: 'text', text: userMessage.text }] : [];
  await client.query(prepared('write_turn', sql`
    with conversation as (
      update sessions set last_message_seq = last_message_seq + ${userMessage ? 2 : 1}::integer where id = ${threadId} returning last_message_seq as reply_seq
    ), said as (
      insert into messages (id, session_id, seq, role, status, parts, client_id)
      select ${userMessage?.id ?? null}::uuid, ${threadId}::uuid, reply_seq - 1, 'user', 'complete', ${JSON.stringify(parts)}::jsonb, ${userMessage?.clientId ?? null}::text
      from conversation where ${userMessage !== null}::boolean
    ), answered as (
      insert into messages (id, session_id, seq, run_id, role, status, parts, agent_key, agent_id, agent_revision_id, configuration_hash)
      select ${messageId}::uuid, ${threadId}::uuid, reply_seq, ${runId}::uuid, 'assistant', 'streaming', '[]', ${agent.agentKey}::text, ${agent.agentId}::uuid,
        ${agent.revision?.id ?? null}::uuid, ${agent.configurationHash}::text
      from conversation
    )
    update threads set updated_at = now() where id = ${threadId}`));
}
