import { Cron } from 'croner';

import { InvalidCalendarError } from './invalid-calendar-error.ts';

export interface CalendarSpec {
  cron: string;
  timezone: string;
  startsAt?: Date | null;
  endsAt?: Date | null;
}

/**
 * The instants of a cron line in local time. In a gap of the clocks a slot fires once, at the first valid instant; in a repeated hour at its first
 * occurrence; with a wildcard hour at every real interval. Both day fields set: either. Errors: InvalidCalendarError.
 */
export class SlotCalendar {
  private readonly cron: Cron;

  constructor(private readonly spec: CalendarSpec) {
    assertTimezone(spec.timezone);
    this.cron = openCron(spec);
  }

  /** The first slot after this instant (exclusive), within startsAt and endsAt (inclusive); null when there is none. */
  next(after: Date): Date | null {
    const { startsAt, endsAt } = this.spec;
    const from = startsAt && startsAt.getTime() - 1 > after.getTime() ? new Date(startsAt.getTime() - 1) : after;
    const slot = this.cron.nextRun(from);
    return slot === null || (endsAt && slot > endsAt) ? null : slot;
  }

  upcoming(after: Date, count: number): Date[] {
    const slots: Date[] = [];
    for (let slot = this.next(after); slot !== null && slots.length < count; slot = this.next(slot)) slots.push(slot);
    return slots;
  }
}

/** Refuses what never fires or fires more often than allowed. `now` is where the future begins. */
export function checkedCalendar(spec: CalendarSpec, { now, minIntervalMs }: { now: Date; minIntervalMs: number }): SlotCalendar {
  if (spec.startsAt && spec.endsAt && spec.endsAt <= spec.startsAt) throw new InvalidCalendarError('endsAt', 'The end must lie after the start.');
  const calendar = new SlotCalendar(spec);
  if (calendar.next(now) === null) throw new InvalidCalendarError('cron', 'This never fires.');
  const closest = closestSlots(calendar, now);
  if (closest < minIntervalMs) throw new InvalidCalendarError('cron', `Slots must be at least ${minIntervalMs / 1_000} s apart; these are ${closest / 1_000} s apart.`);
  return calendar;
}

/** Enough slots to see every distance within a day of the densest line that could pass. */
const SLOTS_COMPARED = 300;

function closestSlots(calendar: SlotCalendar, now: Date): number {
  const slots = calendar.upcoming(now, SLOTS_COMPARED);
  return slots.slice(1).reduce((closest, slot, index) => Math.min(closest, slot.getTime() - slots[index]!.getTime()), Infinity);
}

const FIELD = /^(?:[0-9*,/-]|SUN|MON|TUE|WED|THU|FRI|SAT|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)+$/i;

function openCron({ cron, timezone }: CalendarSpec): Cron {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) throw new InvalidCalendarError('cron', 'Write five fields: minute, hour, day of month, month, day of week.');
  if (!fields.every((field) => FIELD.test(field))) throw new InvalidCalendarError('cron', 'Use numbers, names of days and months, "*", ",", "-" and "/".');
  try {
    return new Cron(withFixedMinutes(fields).join(' '), { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true });
  } catch {
    throw new InvalidCalendarError('cron', 'This is not a valid cron line.');
  }
}

/**
 * With named hours a line means points of local time, even if its minutes are written as steps. Croner would call it an interval,
 * skip it in a gap and fire it twice in a repeated hour; a plain list of minutes says what is meant.
 */
function withFixedMinutes([minute, hour, ...rest]: readonly string[]): string[] {
  if (hour!.startsWith('*')) return [minute!, hour!, ...rest];
  return [expand(minute!, 59), expand(hour!, 23), ...rest];
}

/** `*`, `5`, `5-10`, each with or without `/step`; digits enough for every value there is. */
const ITEM = /^(?<range>\*|(?<first>\d{1,2})(?:-(?<last>\d{1,2}))?)(?:\/(?<step>\d{1,2}))?$/;

function expand(field: string, max: number): string {
  return field.split(',').map((item) => {
    const { range, first, last, step } = ITEM.exec(item)?.groups ?? {};
    const [from, to, stride] = [Number(first ?? 0), Number(last ?? (first !== undefined && step === undefined ? first : max)), Number(step ?? 1)];
    // Before anything is written out: a huge range would be as many numbers.
    if (range === undefined || stride < 1 || from > to || to > max) throw new InvalidCalendarError('cron', 'This is not a valid cron line.');
    return Array.from({ length: Math.floor((to - from) / stride) + 1 }, (_, index) => from + index * stride).join(',');
  }).join(',');
}

function assertTimezone(timezone: string): void {
  try {
    if (!/^[A-Za-z]/.test(timezone)) throw new RangeError();
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    throw new InvalidCalendarError('timezone', 'This is not an IANA time zone such as Europe/Amsterdam.');
  }
}
