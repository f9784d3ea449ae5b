import type { ScheduleFireRecord, ScheduleRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';

import { scheduleFacts, type ScheduleFireRow, type ScheduleRow } from './schedule-row.ts';

export interface ScheduleContext {
  ability: AppAbility;
  /** SCHEDULES_ENABLED */
  schedulesEnabled: boolean;
  /** Names of code agents; database agents bring theirs. */
  nameOfCode(agentId: string): string | null;
}

export function presentSchedule(row: ScheduleRow, { ability, schedulesEnabled, nameOfCode }: ScheduleContext): ScheduleRecord {
  const { agentKind: _kind, agentIsPublic: _public, agentActive: _active, principal, principalName, ...record } = row;
  return {
    ...record,
    agentName: row.agentKind === 'database' ? row.agentName : nameOfCode(row.agentId),
    runAs: principal.kind === 'user' ? { kind: 'user', userId: principal.userId } : { kind: 'system' },
    runAsName: principalName,
    isFiring: schedulesEnabled && row.enabled && row.nextFireAt !== null,
    decidedBy: schedulesEnabled ? 'row' : 'setting',
    startsAt: isoOrNull(row.startsAt),
    endsAt: isoOrNull(row.endsAt),
    nextFireAt: isoOrNull(row.nextFireAt),
    lastRunAt: isoOrNull(row.lastRunAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can: allowedOperations(ability, scheduleFacts(row)),
  };
}

export const presentFire = (row: ScheduleFireRow): ScheduleFireRecord => ({
  ...row, id: `${row.scheduleId}:${row.scheduledFor.getTime()}`, scheduledFor: row.scheduledFor.toISOString(), createdAt: row.createdAt.toISOString(),
});

const isoOrNull = (value: Date | null): string | null => value?.toISOString() ?? null;
