// Reading the log. Everything here is a plain query; the store alone writes these tables.
import type pg from 'pg';
import type { RunEvent, RunEventEnvelope } from '@roster/agents/contracts';
import type { RunView } from '@roster/agents/kernel';

type Queryable = Pick<pg.ClientBase, 'query'>;

interface EventRow { seq: string; stream_id: string; run_id: string; root_run_id: string; agent_id: string; agent_name: string; created_at: Date; type: string; payload: object }

const EVENTS = `SELECT e.seq, e.stream_id, e.run_id, e.root_run_id, r.agent_id, r.agent_name, e.created_at, e.type, e.payload FROM run_events e JOIN runs r ON r.id = e.run_id`;

/** Events of a stream after a sequence number: contiguous, in commit order. */
export async function readEvents(client: Queryable, { streamId, after, limit }: { streamId: string; after: number; limit: number }): Promise<RunEventEnvelope[]> {
  const { rows } = await client.query<EventRow>({ name: 'read_events', text: `${EVENTS} WHERE e.stream_id = $1 AND e.seq > $2 ORDER BY e.seq LIMIT $3`, values: [streamId, after, limit] });
  return rows.map(envelope);
}

/** All events of a run tree, in order: what its reply is folded from. */
export async function readTreeEvents(client: Queryable, rootRunId: string): Promise<RunEventEnvelope[]> {
  const { rows } = await client.query<EventRow>({ name: 'read_tree_events', text: `${EVENTS} WHERE e.root_run_id = $1 ORDER BY e.seq`, values: [rootRunId] });
  return rows.map(envelope);
}

export async function readRunView(client: Queryable, runId: string): Promise<RunView | null> {
  const { rows } = await client.query<RunView>(
    `SELECT id AS "runId", root_run_id AS "rootRunId", parent_run_id AS "parentRunId", agent_id AS "agentId", agent_name AS "agentName", status,
            status_reason AS "statusReason", output, error, exit_reason AS "exitReason" FROM runs WHERE id = $1`, [runId]);
  return rows[0] ?? null;
}

function envelope(row: EventRow): RunEventEnvelope {
  return {
    seq: Number(row.seq), streamId: row.stream_id, runId: row.run_id, rootRunId: row.root_run_id, agentId: row.agent_id, agentName: row.agent_name,
    at: row.created_at.toISOString(), event: { type: row.type, ...row.payload } as RunEvent,
  };
}
