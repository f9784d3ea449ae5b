import { Inject, Injectable } from '@nestjs/common';
import type { FoldedMessage, JsonObject, LiveEventEnvelope, RunStatus } from '@roster/agents/contracts';
import { foldMessage } from '@roster/agents/capabilities/streams';
import pg from 'pg';
import { prepared, sql, sqlText } from '../database/sql.ts';
import { ChunkWriter } from '../runs/live/chunk-writer.ts';
import { readTreeEvents } from '../runs/run-log.ts';

/** What is known of a reply before its content: the first metadata of its stream, and where its events begin. */
export interface ReplyFacts {
  threadId: string;
  runId: string;
  messageId: string;
  agentId: string;
  agentName: string;
  revision: number | 'draft' | null;
  configurationHash: string | null;
  createdAt: Date;
  /** Number of the run tree's first event in the thread's stream. */
  firstSeq: number;
  runStatus: RunStatus;
}

const sqlFacts = sqlText(`m.session_id as "threadId", r.id as "runId", m.id as "messageId", r.agent_id as "agentId", r.agent_name as "agentName",
  case when v.kind = 'candidate' then to_jsonb('draft'::text) else to_jsonb(v.number) end as revision, m.configuration_hash as "configurationHash", m.created_at as "createdAt",
  (select min(e.seq)::int from run_events e where e.root_run_id = r.id) as "firstSeq", r.status as "runStatus"`);

/** Replies as the runs that make them. */
@Injectable()
export class ReplyService {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly chunks: ChunkWriter) {}

  async facts(runId: string): Promise<ReplyFacts> {
    const { rows } = await this.pool.query<ReplyFacts>(prepared('reply_facts', sql`
      select ${sqlFacts} from runs r join messages m on m.run_id = r.id and m.turn is null and m.role = 'assistant' left join agent_revisions v on v.id = r.agent_revision_id where r.id = ${runId}`));
    return rows[0]!;
  }

  /** The reply so far; of an ended run it equals what is stored. */
  async fold(runId: string): Promise<FoldedMessage> {
    return foldMessage(await readTreeEvents(this.pool, runId), { runId });
  }

  /** Text of unfinished blocks that a late reader missed. */
  partials(threadId: string): Promise<LiveEventEnvelope[]> {
    return this.chunks.partials(threadId);
  }
}

export const replyMetadata = ({ threadId, runId, agentId, agentName, revision, configurationHash, createdAt }: Omit<ReplyFacts, 'messageId' | 'firstSeq' | 'runStatus'>): JsonObject => ({
  threadId, runId, agentId, agentName, ...(revision !== null && { revision }), configurationHash, createdAt: createdAt.toISOString(),
});
