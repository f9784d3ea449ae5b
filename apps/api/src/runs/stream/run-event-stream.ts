import { Inject, Injectable } from '@nestjs/common';
import { Operation } from '@roster/permissions/operations';
import { decide } from '@roster/permissions/explain';
import type { Response } from 'express';
import pg from 'pg';
import type { Caller } from '../../auth/caller.ts';
import { mayReadContent } from '../present-run.ts';
import { runFacts } from '../run-row.ts';
import { RunService } from '../run.service.ts';
import { EventStream, type EventView } from './event-stream.ts';

interface Followed { rootRunId: string; streamId: string; lastSeq: number; endSeq: number | null }

/** `GET /api/runs/:runId/events`: the events of a run, of the whole tree for a root. */
@Injectable()
export class RunEventStream {
  constructor(private readonly runs: RunService, private readonly events: EventStream, @Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** Errors: NotFoundError, and those of EventStream. */
  async send(response: Response, { runId, after, caller }: { runId: string; after: string | undefined; caller: Caller }): Promise<void> {
    const run = await this.runs.load(runId, caller.ability, Operation.VIEW_RUN);
    const { rootRunId, ...followed } = await this.followed(runId);
    const isRoot = runId === rootRunId;
    const view: EventView = {
      ...followed,
      withContent: mayReadContent(run, caller.ability),
      includes: ({ kind, envelope }) => envelope.runId === runId || (isRoot && (kind === 'delta' || envelope.rootRunId === rootRunId)),
      isLast: (envelope) => envelope.runId === runId && envelope.event.type === 'run_stream_end',
      stillAllowed: (ability) => decide(ability, Operation.VIEW_RUN, runFacts(run)).allowed,
    };
    await this.events.send(response, view, { after, caller });
  }

  private async followed(runId: string): Promise<Followed> {
    const { rows } = await this.pool.query<Followed>(`
      select r.root_run_id as "rootRunId", r.stream_id as "streamId", s.last_seq::float8 as "lastSeq",
        (select e.seq::float8 from run_events e where e.run_id = r.id and e.dedup_key = 'stream_end') as "endSeq"
      from runs r join event_streams s on s.stream_id = r.stream_id where r.id = $1`, [runId]);
    return rows[0]!;
  }
}
