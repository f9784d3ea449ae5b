import type { ScheduleRecord } from '@roster/agents/contracts';

/** What the form edits; the server fills in the rest. */
export type ScheduleDraft = Pick<ScheduleRecord, 'name' | 'label' | 'agentId' | 'input' | 'cron' | 'timezone' | 'enabled' | 'overlap' | 'missed' | 'maxCatchUp' | 'maxConcurrent'>;

export const newSchedule = (agentId: string): ScheduleDraft => ({
  name: '',
  label: '',
  agentId,
  input: '',
  cron: '0 9 * * *',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  enabled: true,
  overlap: 'skip',
  missed: 'runOnce',
  maxCatchUp: 10,
  maxConcurrent: 5,
});

export const draftOf = ({ name, label, agentId, input, cron, timezone, enabled, overlap, missed, maxCatchUp, maxConcurrent }: ScheduleRecord): ScheduleDraft => ({ name, label, agentId, input, cron, timezone, enabled, overlap, missed, maxCatchUp, maxConcurrent });
