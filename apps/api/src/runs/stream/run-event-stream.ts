import { Inject, Injectable } from '@nestjs/common';
import type { LiveEventEnvelope, RunEventEnvelope } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import { decide } from '@roster/permissions/explain';
import type { Response } from 'express';
import pg from 'pg';
import type { Caller } from '../../auth/caller.ts';
import { RevocationWatch } from '../../auth/revocation-watch.ts';
import { InvalidRequestError } from '../../http/errors/invalid-request-error.ts';
import { readPartials } from '../live/read-partials.ts';
import { mayReadContent } from '../present-run.ts';
import { runFacts } from '../run-row.ts';
import { RunService } from '../run.service.ts';
import { EventTail, type TailItem } from './event-tail.ts';
import { SseResponse } from './sse-response.ts';

interface Followed { runId: string; rootRunId: string; streamId: string; lastSeq: number; endSeq: number | null }

/** Events without anything a conversation holds: what a manager sees of somebody else's. */
const contentFree = new Set<RunEventEnvelope['event']['type']>(['workflow', 'usage', 'child_run_linked', 'run_truncated', 'await_operator', 'await_resolved', 'run_stream_end', 'step_diverged']);

/**
 * `GET /api/runs/:runId/events`: the events of a run (of the whole tree, for a root), replayed from a position, then live.
 * SSE `id` = position in the stream, so that a client may reconnect anywhere; token deltas have none and are not replayed.
 */
@Injectable()
export class RunEventStream {
  constructor(private readonly runs: RunService, private readonly tail: EventTail, private readonly revocations: RevocationWatch, @Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** Errors: NotFoundError, InvalidRequestError for a position that is not a past one. 204: over, with nothing more to send. */
  async send(response: Response, { runId, after: position, caller }: { runId: string; after: string | undefined; caller: Caller }): Promise<void> {
    const run = await this.runs.load(runId, caller.ability, Operation.VIEW_RUN);
    const followed = await this.followed(runId);
    const after = readPosition(position, followed.lastSeq);
    if (followed.endSeq !== null && after >= followed.endSeq) return void response.status(204).end();
    const withContent = mayReadContent(run, caller.ability);
    const sse = new SseResponse(response);
    const stopWatching = this.revocations.watch(caller, { stillAllowed: (ability) => decide(ability, Operation.VIEW_RUN, runFacts(run)).allowed, onRevoked: () => sse.cut() });
    try {
      const partials = async () => (withContent ? readPartials(this.pool, followed.streamId) : []);
      for await (const items of this.tail.follow({ streamId: followed.streamId, after, signal: sse.closed, partials, drained: () => sse.drained() })) {
        const shown = items.filter((item) => isOf(item, followed) && (withContent || isContentFree(item)));
        for (const item of shown) sse.send(frame(item));
        if (items.some((item) => item.kind === 'event' && item.envelope.runId === runId && item.envelope.event.type === 'run_stream_end')) return;
      }
    } finally {
      stopWatching();
      sse.end();
    }
  }

  private async followed(runId: string): Promise<Followed> {
    const { rows } = await this.pool.query<Followed>(`
      select r.id as "runId", r.root_run_id as "rootRunId", r.stream_id as "streamId", s.last_seq::float8 as "lastSeq",
        (select e.seq::float8 from run_events e where e.run_id = r.id and e.dedup_key = 'stream_end') as "endSeq"
      from runs r join event_streams s on s.stream_id = r.stream_id where r.id = $1`, [runId]);
    return rows[0]!;
  }
}

function readPosition(position: string | undefined, lastSeq: number): number {
  if (position === undefined || position === '') return 0;
  const after = Number(position);
  if (/^\d{1,15}$/.test(position) && after <= lastSeq) return after;
  throw new InvalidRequestError('This is not a past position of the stream.', { 'last-event-id': { code: 'not_a_position', message: `A whole number from 0 to ${lastSeq}.` } });
}

const isOf = (item: TailItem, { runId, rootRunId }: Followed): boolean => {
  if (item.kind === 'caught_up') return false;
  if (runId === rootRunId && item.kind === 'event') return item.envelope.rootRunId === rootRunId;
  return item.envelope.runId === runId || (runId === rootRunId && item.kind === 'delta');
};

const isContentFree = (item: TailItem): boolean => item.kind === 'event' && contentFree.has(item.envelope.event.type);

function frame(item: TailItem): string {
  switch (item.kind) {
    case 'event': return `event: ${item.envelope.event.type}\nid: ${item.envelope.seq}\ndata: ${JSON.stringify(flat(item.envelope))}\n\n`;
    case 'delta': return `event: ${item.envelope.event.type}\ndata: ${JSON.stringify(flat(item.envelope))}\n\n`;
    case 'caught_up': return '';
  }
}

/** One flat object per event (composition.md section 12). */
const flat = <Envelope extends RunEventEnvelope | LiveEventEnvelope>({ event, ...envelope }: Envelope) => ({ ...event, ...envelope });
