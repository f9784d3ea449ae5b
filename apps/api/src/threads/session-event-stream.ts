import { Inject, Injectable } from '@nestjs/common';
import type { AppAbility } from '@roster/permissions/ability';
import { decide } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';
import type { AgentFacts } from '@roster/permissions/subjects';
import type { Response } from 'express';
import pg from 'pg';
import { AgentDirectory } from '../auth/agent-directory.ts';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { PermissionDeniedError } from '../http/errors/permission-denied-error.ts';
import { EventStream } from '../runs/stream/event-stream.ts';
import { type Thread, threadFacts, ThreadService } from './thread.service.ts';

export interface SessionEvents { sessionId: string; untilRun: string | undefined; after: string | undefined; caller: Caller }

interface Extent { lastSeq: number; endSeq: number | null }

/** `GET /api/sessions/:sessionId/events`: everything that happens in a conversation, in one sequence, over all its runs. */
@Injectable()
export class SessionEventStream {
  constructor(
    private readonly threads: ThreadService,
    private readonly agents: AgentDirectory,
    private readonly events: EventStream,
    @Inject(pg.Pool) private readonly pool: pg.Pool,
  ) {}

  /** Ends after `untilRun`; without it, with the connection. Errors: NotFoundError, PermissionDeniedError, InvalidValueError, and those of EventStream. */
  async send(response: Response, { sessionId, untilRun, after, caller }: SessionEvents): Promise<void> {
    const thread = await this.threads.get(caller, sessionId, Operation.VIEW_THREAD);
    const { kind } = (await this.agents.factsOf(thread.agentId)) ?? { kind: 'database' as const };
    if (!mayFollow(caller.ability, thread, kind)) throw new PermissionDeniedError(Operation.VIEW_RUN);
    const extent = await this.extent(thread.id, untilRun);
    await this.events.send(response, {
      streamId: thread.id,
      ...extent,
      withContent: decide(caller.ability, Operation.VIEW_MESSAGES, threadFacts(thread)).allowed,
      includes: () => true,
      isLast: ({ runId, event }) => runId === untilRun && event.type === 'run_stream_end',
      stillAllowed: (ability) => mayFollow(ability, thread, kind),
    }, { after, caller });
  }

  private async extent(sessionId: string, untilRun: string | undefined): Promise<Extent> {
    const { rows: [stream] } = await this.pool.query<{ lastSeq: number }>(sql`select last_seq::float8 as "lastSeq" from event_streams where stream_id = ${sessionId}`);
    const lastSeq = stream?.lastSeq ?? 0;
    if (untilRun === undefined) return { lastSeq, endSeq: null };
    const { rows: [run] } = await this.pool.query<{ endSeq: number | null }>(sql`
      select (select e.seq::float8 from run_events e where e.run_id = r.id and e.dedup_key = 'stream_end') as "endSeq" from runs r where r.id = ${untilRun} and r.session_id = ${sessionId}`);
    if (!run) throw new InvalidValueError({ untilRun: { code: 'not_of_session', message: 'This run does not belong to the conversation.' } });
    return { lastSeq, endSeq: run.endSeq };
  }
}

/** The events tell how runs go, so they need the right to see runs beside the one to see the conversation. */
function mayFollow(ability: AppAbility, thread: Thread, agentKind: AgentFacts['kind']): boolean {
  const { ownerKind, ownerId, endUser, agentId } = thread;
  return decide(ability, Operation.VIEW_THREAD, threadFacts(thread)).allowed
    && decide(ability, Operation.VIEW_RUN, { subject: 'Run', ownerKind, ownerId, endUser, agentId, agentKind }).allowed;
}
