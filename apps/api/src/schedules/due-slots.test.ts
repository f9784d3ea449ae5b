import { describe, expect, it } from '@jest/globals';
import type { ScheduleMissed } from '@roster/agents/contracts';

import { dueSlots } from './due-slots.ts';
import { SlotCalendar } from './slot-calendar.ts';

const at = (time: string) => new Date(`2027-01-01T${time}Z`);
const hhmm = (slots: readonly Date[]) => slots.map((slot) => slot.toISOString().slice(11, 16));

function due({ now, missed = 'runOnce', maxCatchUp = 10, cron = '*/10 * * * *', endsAt }: { now: Date; missed?: ScheduleMissed; maxCatchUp?: number; cron?: string; endsAt?: Date }) {
  const calendar = new SlotCalendar({ cron, timezone: 'UTC', endsAt: endsAt ?? null });
  const answer = dueSlots({ calendar, nextFireAt: at('10:00:00'), now, missed, maxCatchUp });
  return { fire: hhmm(answer.fire), missed: hhmm(answer.missed), next: answer.nextFireAt?.toISOString().slice(11, 16) ?? null };
}

describe('dueSlots', () => {
  it('AC-C25 fires a slot that is claimed within a minute', () => {
    expect(due({ now: at('10:01:00') })).toEqual({ fire: ['10:00'], missed: [], next: '10:10' });
    expect(due({ now: at('10:00:30'), missed: 'skip' })).toEqual({ fire: ['10:00'], missed: [], next: '10:10' });
  });

  it('AC-C25 fires the newest missed slot once and records the older ones', () => {
    expect(due({ now: at('10:35:00') })).toEqual({ fire: ['10:30'], missed: ['10:00', '10:10', '10:20'], next: '10:40' });
    expect(due({ now: at('10:30:10') })).toEqual({ fire: ['10:30'], missed: ['10:00', '10:10', '10:20'], next: '10:40' });
  });

  it('AC-C25 skips every missed slot, or catches up on the newest ones, oldest first', () => {
    expect(due({ now: at('10:35:00'), missed: 'skip' })).toEqual({ fire: [], missed: ['10:00', '10:10', '10:20', '10:30'], next: '10:40' });
    expect(due({ now: at('10:40:05'), missed: 'runAll', maxCatchUp: 2 })).toEqual({ fire: ['10:20', '10:30', '10:40'], missed: ['10:00', '10:10'], next: '10:50' });
  });

  it('has no next slot after the end', () => {
    expect(due({ now: at('10:00:05'), endsAt: at('10:05:00') })).toEqual({ fire: ['10:00'], missed: [], next: null });
  });

  it('S17 stays bounded after a year of silence and still fires the newest slot', () => {
    const calendar = new SlotCalendar({ cron: '* * * * *', timezone: 'UTC' });
    const now = new Date('2028-01-01T00:00:30Z');
    const answer = dueSlots({ calendar, nextFireAt: new Date('2027-01-01T00:00:00Z'), now, missed: 'runOnce', maxCatchUp: 10 });
    expect(answer.fire).toEqual([new Date('2028-01-01T00:00:00Z')]);
    expect(answer.missed.length).toBeLessThanOrEqual(10_080);
    expect(answer.nextFireAt).toEqual(new Date('2028-01-01T00:01:00Z'));
  });
});
