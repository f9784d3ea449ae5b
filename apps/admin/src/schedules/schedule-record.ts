import type { CreateScheduleRequest, FireOutcome, SkipReason } from '@roster/agents/contracts';

/** One row of `GET /api/schedules`. */
export interface ScheduleRecord extends Omit<CreateScheduleRequest, 'label' | 'startsAt' | 'endsAt'> {
  id: string;
  label: string;
  origin: 'code' | 'row';
  agentName?: string | null;
  nextFireAt: string | null;
  startsAt: string | null;
  endsAt: string | null;
  can: readonly string[];
}

/** One slot of the ledger, from `GET /api/schedules/:id/fires`. */
export interface FireRecord {
  scheduledFor: string;
  outcome: FireOutcome;
  reason: SkipReason | string | null;
  runId?: string | null;
  runs?: readonly { id: string; status?: string }[];
  createdAt: string;
}
