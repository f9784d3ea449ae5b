import type { ScheduleMissed } from '@roster/agents/contracts';

import type { SlotCalendar } from './slot-calendar.ts';

/** A slot claimed this late was missed. */
export const MISSED_AFTER_MS = 60_000;

/** After a very long silence older slots are left out of the ledger: at one a minute this is a week. */
const MAX_SLOTS = 10_000;
const HORIZON_MS = 7 * 86_400_000;

export interface DueSlots {
  /** To be fired, oldest first. */
  fire: Date[];
  missed: Date[];
  /** Where the calendar goes on; null: never again. */
  nextFireAt: Date | null;
}

export interface DueQuestion {
  calendar: SlotCalendar;
  nextFireAt: Date;
  now: Date;
  missed: ScheduleMissed;
  maxCatchUp: number;
}

/** What becomes of every slot up to now. Pure. */
export function dueSlots({ calendar, nextFireAt, now, missed, maxCatchUp }: DueQuestion): DueSlots {
  const due = slotsUpTo(calendar, nextFireAt, now);
  const isLate = (slot: Date) => now.getTime() - slot.getTime() > MISSED_AFTER_MS;
  const late = due.filter(isLate);
  const onTime = due.filter((slot) => !isLate(slot));
  const caughtUp = catchUp(late, { missed, maxCatchUp: missed === 'runOnce' ? Math.max(0, 1 - onTime.length) : maxCatchUp });
  return { fire: [...caughtUp, ...onTime], missed: late.slice(0, late.length - caughtUp.length), nextFireAt: calendar.next(now) };
}

/** The newest of the late ones that still fire. */
function catchUp(late: readonly Date[], { missed, maxCatchUp }: { missed: ScheduleMissed; maxCatchUp: number }): Date[] {
  if (missed === 'skip' || maxCatchUp === 0) return [];
  return late.slice(-maxCatchUp);
}

function slotsUpTo(calendar: SlotCalendar, first: Date, now: Date): Date[] {
  const slots = collect(calendar, first, now);
  if (slots.length < MAX_SLOTS) return slots;
  const newer = calendar.next(new Date(Math.max(first.getTime(), now.getTime() - HORIZON_MS)));
  return newer === null ? slots : collect(calendar, newer, now).slice(-MAX_SLOTS);
}

function collect(calendar: SlotCalendar, first: Date, now: Date): Date[] {
  const slots: Date[] = [];
  for (let slot: Date | null = first; slot !== null && slot <= now && slots.length < MAX_SLOTS + 100; slot = calendar.next(slot)) slots.push(slot);
  return slots;
}
