import type { CalendarSpec } from './slot-calendar.ts';

export interface CalendarFields {
  cron: string;
  timezone: string;
  startsAt?: string | Date | null | undefined;
  endsAt?: string | Date | null | undefined;
}

export const calendarSpecOf = ({ cron, timezone, startsAt, endsAt }: CalendarFields): CalendarSpec => ({ cron, timezone, startsAt: dateOrNull(startsAt), endsAt: dateOrNull(endsAt) });

const dateOrNull = (value: string | Date | null | undefined): Date | null => (value === null || value === undefined ? null : new Date(value));
