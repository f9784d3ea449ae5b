// Reading the journal and the log. Everything here is a plain query; the store alone writes these tables.
import type pg from 'pg';
import type { Json, RunError, RunEvent, RunEventEnvelope, RunStatus, StatusReason } from '@roster/agents/contracts';
import type { RunView, StepRecord } from '@roster/agents/kernel';

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

/** A node of the run tree, with its link to the parent. */
export interface RunNode {
  runId: string;
  parentRunId: string | null;
  parentToolCallId: string | null;
  agentId: string;
  agentName: string;
  depth: number;
  status: RunStatus;
  statusReason: StatusReason | null;
  exitReason: string | null;
  error: RunError | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface OpenRequest { requestId: string; runId: string; kind: string; card: Json; approvers: string; expiresAt: Date | null }

export interface RunTree {
  rootRunId: string;
  runs: RunNode[];
  requests: OpenRequest[];
  /** A subscriber goes on after this number. */
  upToSeq: number;
}

export class RunLog {
  constructor(private readonly pool: pg.Pool) {}

  events(streamId: string, after: number, limit: number): Promise<RunEventEnvelope[]> {
    return readEvents(this.pool, { streamId, after, limit });
  }

  treeEvents(rootRunId: string): Promise<RunEventEnvelope[]> {
    return readTreeEvents(this.pool, rootRunId);
  }

  view(runId: string): Promise<RunView | null> {
    return readRunView(this.pool, runId);
  }

  /** Where a run's events are, and up to which number the stream has grown; null for an unknown run. */
  async stream(runId: string): Promise<{ streamId: string; rootRunId: string; lastSeq: number } | null> {
    const { rows } = await this.pool.query<{ stream_id: string; root_run_id: string; last_seq: string }>(
      'SELECT r.stream_id, r.root_run_id, s.last_seq FROM runs r JOIN event_streams s USING (stream_id) WHERE r.id = $1', [runId]);
    const [row] = rows;
    return row ? { streamId: row.stream_id, rootRunId: row.root_run_id, lastSeq: Number(row.last_seq) } : null;
  }

  /** The journal of the run's current generation, large results included. */
  async steps(runId: string): Promise<StepRecord[]> {
    const { rows } = await this.pool.query<StepRecord>(
      `SELECT s.key, s.ordinal::integer AS ordinal, s.kind, s.args_digest AS "argsDigest", s.state, s.idempotent, s.attempts,
              coalesce(s.result, convert_from(b.bytes, 'UTF8')::jsonb) AS result, s.error, s.facts
         FROM run_steps s JOIN runs r ON r.id = s.run_id AND r.generation = s.generation LEFT JOIN blobs b ON b.hash = s.blob_hash
        WHERE s.run_id = $1 ORDER BY s.ordinal`, [runId]);
    return rows;
  }

  /** The whole tree of a root run, one consistent picture; null when there is no such root. */
  async tree(rootRunId: string): Promise<RunTree | null> {
    const { rows } = await this.pool.query<{ runs: RunNode[] | null; requests: OpenRequest[]; up_to_seq: string | null }>(TREE, [rootRunId]);
    const { runs, requests, up_to_seq } = rows[0]!;
    if (!runs) return null;
    return { rootRunId, runs: runs.map(withDates), requests: requests.map((request) => ({ ...request, expiresAt: date(request.expiresAt) })), upToSeq: Number(up_to_seq) };
  }
}

const TREE = `
SELECT (SELECT jsonb_agg(jsonb_build_object('runId', id, 'parentRunId', parent_run_id, 'parentToolCallId', parent_tool_call_id, 'agentId', agent_id, 'agentName', agent_name,
          'depth', depth, 'status', status, 'statusReason', status_reason, 'exitReason', exit_reason, 'error', error, 'createdAt', created_at, 'startedAt', started_at,
          'finishedAt', finished_at) ORDER BY created_at, id) FROM runs WHERE root_run_id = $1) AS runs,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('requestId', id, 'runId', run_id, 'kind', kind, 'card', card, 'approvers', approvers, 'expiresAt', expires_at)
          ORDER BY created_at, id), '[]') FROM human_requests WHERE root_run_id = $1 AND status = 'pending') AS requests,
       (SELECT last_seq FROM event_streams WHERE stream_id = (SELECT stream_id FROM runs WHERE id = $1)) AS up_to_seq`;

const date = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

const withDates = (node: RunNode): RunNode => ({ ...node, createdAt: new Date(node.createdAt), startedAt: date(node.startedAt), finishedAt: date(node.finishedAt) });
