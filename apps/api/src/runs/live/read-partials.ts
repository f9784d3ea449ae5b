import type { LiveEventEnvelope } from '@roster/agents/contracts';
import type pg from 'pg';

interface PartialRow { stream_id: string; run_id: string; agent_id: string; step_key: string; attempt: number; kind: 'text' | 'reasoning'; block_id: string; text: string }

const OPEN_BLOCKS = `
SELECT r.stream_id, c.run_id, r.agent_id, c.step_key, c.attempt, c.kind, c.block_id, string_agg(c.text, '' ORDER BY c.idx) AS text
  FROM runs r JOIN run_chunks c ON c.run_id = r.id
 WHERE r.stream_id = $1 AND r.finished_at IS NULL AND c.kind IN ('text', 'reasoning')
   AND c.attempt = (SELECT max(x.attempt) FROM run_chunks x WHERE x.run_id = c.run_id AND x.step_key = c.step_key)
   AND NOT EXISTS (SELECT FROM run_events e WHERE e.root_run_id = r.root_run_id AND e.run_id = c.run_id AND e.step_key = c.step_key AND e.type IN ('assistant_turn', 'model_output_rejected'))
 GROUP BY r.stream_id, c.run_id, r.agent_id, c.step_key, c.attempt, c.kind, c.block_id
 ORDER BY min(c.idx)`;

/** The text so far of a stream's unfinished model calls, one delta from offset 0 per block: what a late reader missed. */
export async function readPartials(pool: Pick<pg.Pool, 'query'>, streamId: string): Promise<LiveEventEnvelope[]> {
  const { rows } = await pool.query<PartialRow>({ name: 'read_partials', text: OPEN_BLOCKS, values: [streamId] });
  return rows.map((row) => ({
    streamId: row.stream_id, runId: row.run_id, agentId: row.agent_id,
    event: { type: 'assistant_reply', stepKey: row.step_key, attempt: row.attempt, blockId: row.block_id, kind: row.kind, offset: 0, text: row.text },
  }));
}
