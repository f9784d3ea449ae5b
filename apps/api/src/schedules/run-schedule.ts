import { Inject, Injectable } from '@nestjs/common';
import type { Json, SkipReason } from '@roster/agents/contracts';
import { newId, type NewRun } from '@roster/agents/kernel';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { authorize } from '../http/authorize.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import { withIdempotency } from '../http/idempotency.ts';
import { RunAgent } from '../runs/run-agent.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import { databaseNow } from './database-now.ts';
import { FireGate, type FireVerdict } from './fire-gate.ts';
import { lockSchedule } from './lock-schedule.ts';
import { renderInput } from './render-input.ts';
import { openRunsQuery, scheduleFacts, type ScheduleRow, scheduleScope } from './schedule-row.ts';
import { ScheduleService } from './schedule.service.ts';

/**
 * Runs a schedule by hand: whether it is due, enabled or switched off does not matter; overlap and permission do. The next slot stays, no slot is recorded.
 * Errors: ConflictError (`schedule_overlap`, or why its principal cannot run the agent).
 */
@Injectable()
export class RunSchedule {
  constructor(
    @Inject(pg.Pool) private readonly pool: pg.Pool,
    private readonly schedules: ScheduleService,
    private readonly gate: FireGate,
    private readonly runAgent: RunAgent,
    private readonly store: PostgresRunStore,
  ) {}

  async run(caller: Caller, scheduleId: string, idempotencyKey: string | undefined): Promise<{ runId: string; replayed: boolean }> {
    const verdict = await this.gate.check(await this.schedules.load(scheduleId, caller.ability, Operation.RUN_SCHEDULE));
    const started = await inTransaction(this.pool, async (client) => {
      let announce = () => undefined as void;
      const request = { principal: caller.principal, route: `POST /api/schedules/${scheduleId}/run`, key: idempotencyKey, body: {} satisfies Json };
      const { replayed, outcome } = await withIdempotency(client, request, async () => {
        const schedule = await lockSchedule(client, scheduleId);
        authorize(caller.ability, Operation.RUN_SCHEDULE, schedule && scheduleFacts(schedule));
        const created = await this.store.createIn(client, await this.newRun(client, schedule!, verdict));
        announce = created.announce;
        return { runId: created.runId };
      });
      return { runId: outcome.runId!, replayed, announce };
    });
    started.announce();
    return started;
  }

  private async newRun(client: pg.PoolClient, schedule: ScheduleRow, verdict: FireVerdict): Promise<NewRun> {
    if (!verdict.allowed) throw unavailable(verdict.reason);
    const { rows } = await client.query<{ open: number }>(openRunsQuery(schedule.id));
    if (rows[0]!.open >= (schedule.overlap === 'parallel' ? schedule.maxConcurrent : 1)) throw new ConflictError('This schedule is at work already.', 'schedule_overlap');
    const input = renderInput(schedule.input, { name: schedule.label || schedule.name, scheduledFor: await databaseNow(client), lastRunAt: schedule.lastRunAt, user: verdict.user });
    const key = `sched:${schedule.id}:manual:${newId()}`;
    return this.runAgent.build(verdict.agent, { input, timeoutMs: schedule.timeoutMs }, {
      principal: schedule.principal, kind: 'schedule', instance: schedule.id, idempotency: { scope: scheduleScope(schedule.id), key, digest: key },
    });
  }
}

function unavailable(reason: SkipReason): ConflictError {
  switch (reason) {
    case 'agent_unavailable': return new ConflictError('The agent of this schedule is not available.', 'agent_unavailable');
    case 'permission_denied': return new ConflictError('Whom this schedule runs as may not use its agent any more.');
    default: return new ConflictError('Whom this schedule runs as is not active any more.');
  }
}
