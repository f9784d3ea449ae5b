import { Inject, Injectable } from '@nestjs/common';
import type { FireOutcome, SkipReason } from '@roster/agents/contracts';
import type { NewRun } from '@roster/agents/kernel';
import pg from 'pg';

import { type Sql, sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { RunAgent } from '../runs/run-agent.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import { calendarSpecOf } from './calendar-spec.ts';
import { dueSlots } from './due-slots.ts';
import { FireGate, type FireVerdict } from './fire-gate.ts';
import { renderInput } from './render-input.ts';
import { openRunsQuery, scheduleColumns, type ScheduleRow, scheduleScope, scheduleSource, slotKey } from './schedule-row.ts';
import { SlotCalendar } from './slot-calendar.ts';

export interface Fired { scheduledFor: Date; outcome: FireOutcome; reason: SkipReason | null; runId: string | null }
type Outcome = { outcome: 'run' | 'queued'; reason: null } | { outcome: 'skipped'; reason: SkipReason };
interface Step { fired: Fired | null; isMoreDue: boolean; isEdited: boolean; announce: () => void }
interface Prepared { schedule: ScheduleRow; verdict: FireVerdict }

const nothingDue: Step = { fired: null, isMoreDue: false, isEdited: false, announce: () => undefined };

/**
 * Fires what is due of one schedule, a slot per transaction on the database's clock: row lock, ledger row, run, next slot.
 * The ledger's primary key is the guard: a slot fires once for any number of processes, crashes and doubled bells.
 */
@Injectable()
export class FireSlot {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly gate: FireGate, private readonly runAgent: RunAgent, private readonly store: PostgresRunStore) {}

  /** Everything due now. Another process at the same schedule leaves nothing to do. */
  async run(scheduleId: string): Promise<Fired[]> {
    const fired: Fired[] = [];
    let prepared = await this.prepare(scheduleId);
    while (prepared) {
      const step = await this.locked(prepared, (client, schedule, verdict) => this.fireNext(client, schedule, verdict));
      step.announce();
      if (step.fired) fired.push(step.fired);
      if (step.isMoreDue) prepared = step.isEdited ? await this.prepare(scheduleId) : prepared;
      else prepared = null;
    }
    return fired;
  }

  /** The waiting fire of an `overlap: queue` schedule, once nothing of it runs any more. */
  async releaseQueued(scheduleId: string): Promise<Fired | null> {
    const prepared = await this.prepare(scheduleId);
    const step = prepared ? await this.locked(prepared, (client, schedule, verdict) => this.startQueued(client, schedule, verdict)) : nothingDue;
    step.announce();
    return step.fired;
  }

  /** Permission and agent are asked before the lock. null: the schedule is gone. */
  private async prepare(scheduleId: string): Promise<Prepared | null> {
    const { rows } = await this.pool.query<ScheduleRow>(sql`SELECT ${scheduleColumns} FROM ${scheduleSource} WHERE s.id = ${scheduleId}`);
    return rows[0] ? { schedule: rows[0], verdict: await this.gate.check(rows[0]) } : null;
  }

  /** An edit since the preparation starts over. */
  private async locked({ schedule, verdict }: Prepared, work: (client: pg.PoolClient, schedule: LockedSchedule, verdict: FireVerdict) => Promise<Step>): Promise<Step> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<Pick<LockedSchedule, 'version' | 'enabled' | 'nextFireAt' | 'now'>>(lockQuery(schedule.id));
      if (!rows[0]) return nothingDue;
      if (rows[0].version !== schedule.version) return { ...nothingDue, isMoreDue: true, isEdited: true };
      return work(client, { ...schedule, ...rows[0] }, verdict);
    });
  }

  private async fireNext(client: pg.PoolClient, schedule: LockedSchedule, verdict: FireVerdict): Promise<Step> {
    if (!schedule.enabled || schedule.nextFireAt === null || schedule.nextFireAt > schedule.now) return nothingDue;
    const due = dueSlots({ calendar: new SlotCalendar(calendarSpecOf(schedule)), nextFireAt: schedule.nextFireAt, now: schedule.now, missed: schedule.missed, maxCatchUp: schedule.maxCatchUp });
    if (due.missed.length > 0) await client.query(missedQuery(schedule.id, due.missed));
    const [slot, ...rest] = due.fire;
    await client.query(sql`UPDATE schedules SET next_fire_at = ${rest[0] ?? due.nextFireAt} WHERE id = ${schedule.id}`);
    if (!slot) return nothingDue;
    const { outcome, reason } = await outcomeOf(client, schedule, verdict);
    const inserted = await client.query(sql`
      INSERT INTO schedule_fires (schedule_id, scheduled_for, outcome, reason) VALUES (${schedule.id}, ${slot}, ${outcome}, ${reason}) ON CONFLICT DO NOTHING
    `);
    if (inserted.rowCount === 0) return { ...nothingDue, isMoreDue: rest.length > 0 };
    const run = outcome === 'run' && verdict.allowed ? await this.store.createIn(client, this.newRun(schedule, slot, verdict)) : null;
    return { fired: { scheduledFor: slot, outcome, reason, runId: run?.runId ?? null }, isMoreDue: rest.length > 0, isEdited: false, announce: () => run?.announce() };
  }

  private async startQueued(client: pg.PoolClient, schedule: LockedSchedule, verdict: FireVerdict): Promise<Step> {
    const { rows } = await client.query<{ slot: Date }>(sql`SELECT scheduled_for AS slot FROM schedule_fires WHERE schedule_id = ${schedule.id} AND outcome = 'queued' ORDER BY scheduled_for LIMIT 1`);
    const slot = rows[0]?.slot;
    if (!slot || (await openRuns(client, schedule.id)) > 0) return nothingDue;
    const [outcome, reason] = verdict.allowed ? (['run', null] as const) : (['skipped', verdict.reason] as const);
    await client.query(sql`UPDATE schedule_fires SET outcome = ${outcome}, reason = ${reason} WHERE schedule_id = ${schedule.id} AND scheduled_for = ${slot}`);
    const run = verdict.allowed ? await this.store.createIn(client, this.newRun(schedule, slot, verdict)) : null;
    return { fired: { scheduledFor: slot, outcome, reason, runId: run?.runId ?? null }, isMoreDue: false, isEdited: false, announce: () => run?.announce() };
  }

  private newRun(schedule: ScheduleRow, slot: Date, { agent, user }: Extract<FireVerdict, { allowed: true }>): NewRun {
    const input = renderInput(schedule.input, { name: schedule.label || schedule.name, scheduledFor: slot, lastRunAt: schedule.lastRunAt, user });
    const key = slotKey(schedule.id, slot);
    return this.runAgent.build(agent, { input, timeoutMs: schedule.timeoutMs }, {
      principal: schedule.principal, kind: 'schedule', instance: schedule.id, idempotency: { scope: scheduleScope(schedule.id), key, digest: key },
    });
  }
}

type LockedSchedule = ScheduleRow & { now: Date };

/** Skips a row another process is at: whoever holds it does the work. */
const lockQuery = (scheduleId: string): Sql => sql`
  SELECT version, enabled, next_fire_at AS "nextFireAt", now() AS now FROM schedules WHERE id = ${scheduleId} FOR UPDATE SKIP LOCKED
`;

const missedQuery = (scheduleId: string, slots: readonly Date[]): Sql => sql`
  INSERT INTO schedule_fires (schedule_id, scheduled_for, outcome)
  SELECT ${scheduleId}, slot, 'missed' FROM unnest(${slots.map((slot) => slot.toISOString())}::timestamptz[]) AS slot ON CONFLICT DO NOTHING
`;

async function outcomeOf(client: pg.PoolClient, schedule: LockedSchedule, verdict: FireVerdict): Promise<Outcome> {
  if (!verdict.allowed) return { outcome: 'skipped', reason: verdict.reason };
  const open = await openRuns(client, schedule.id);
  switch (schedule.overlap) {
    case 'skip': return open === 0 ? { outcome: 'run', reason: null } : { outcome: 'skipped', reason: 'overlap' };
    case 'parallel': return open < schedule.maxConcurrent ? { outcome: 'run', reason: null } : { outcome: 'skipped', reason: 'overlap' };
    case 'queue': return open === 0 ? { outcome: 'run', reason: null } : queued(client, schedule.id);
  }
}

/** One waits, more are skipped. */
async function queued(client: pg.PoolClient, scheduleId: string): Promise<Outcome> {
  const { rows } = await client.query(sql`SELECT 1 FROM schedule_fires WHERE schedule_id = ${scheduleId} AND outcome = 'queued' LIMIT 1`);
  return rows.length === 0 ? { outcome: 'queued', reason: null } : { outcome: 'skipped', reason: 'queue_full' };
}

async function openRuns(client: pg.PoolClient, scheduleId: string): Promise<number> {
  const { rows } = await client.query<{ open: number }>(openRunsQuery(scheduleId));
  return rows[0]!.open;
}
