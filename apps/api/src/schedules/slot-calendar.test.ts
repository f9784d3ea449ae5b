import { describe, expect, it } from '@jest/globals';

import { checkedCalendar, SlotCalendar } from './slot-calendar.ts';

const slots = (cron: string, timezone: string, after: string, count: number) =>
  new SlotCalendar({ cron, timezone }).upcoming(new Date(after), count).map((slot) => slot.toISOString().replace(':00.000Z', 'Z'));

describe('SlotCalendar', () => {
  it('AC-C25 fires once at the first valid instant when the clocks skip the slot', () => {
    expect(slots('30 2 * * *', 'Europe/Amsterdam', '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00Z', '2027-03-29T00:30Z']);
    expect(slots('*/30 2 * * *', 'Europe/Amsterdam', '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00Z', '2027-03-29T00:00Z']);
    expect(slots('0 2-3 * * *', 'Europe/Amsterdam', '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00Z', '2027-03-29T00:00Z']);
    expect(slots('0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00:00Z', 2)).toEqual(['2018-11-04T03:00Z', '2018-11-05T02:00Z']);
  });

  it('AC-C25 fires at the first occurrence only when the clocks repeat the slot', () => {
    expect(slots('30 2 * * *', 'Europe/Amsterdam', '2027-10-30T12:00:00Z', 2)).toEqual(['2027-10-31T00:30Z', '2027-11-01T01:30Z']);
    expect(slots('*/30 2 * * *', 'Europe/Amsterdam', '2027-10-30T12:00:00Z', 3)).toEqual(['2027-10-31T00:00Z', '2027-10-31T00:30Z', '2027-11-01T01:00Z']);
    expect(slots('45 1 * * *', 'Australia/Lord_Howe', '2027-04-03T00:00:00Z', 2)).toEqual(['2027-04-03T14:45Z', '2027-04-04T15:15Z']);
  });

  it('AC-C25 fires at every real interval when the hour is a wildcard', () => {
    expect(slots('30 * * * *', 'Europe/Amsterdam', '2027-10-30T23:45:00Z', 3)).toEqual(['2027-10-31T00:30Z', '2027-10-31T01:30Z', '2027-10-31T02:30Z']);
    expect(slots('30 * * * *', 'Europe/Amsterdam', '2027-03-28T00:00:00Z', 2)).toEqual(['2027-03-28T00:30Z', '2027-03-28T01:30Z']);
  });

  it('takes either when both day fields are set', () => {
    expect(slots('0 9 13 * FRI', 'UTC', '2027-01-08T10:00:00Z', 3)).toEqual(['2027-01-13T09:00Z', '2027-01-15T09:00Z', '2027-01-22T09:00Z']);
  });

  it('keeps to its start and its end, both included', () => {
    const calendar = new SlotCalendar({ cron: '0 9 * * *', timezone: 'UTC', startsAt: new Date('2027-01-05T09:00:00Z'), endsAt: new Date('2027-01-06T09:00:00Z') });
    expect(calendar.upcoming(new Date('2027-01-01T00:00:00Z'), 10).map((slot) => slot.getUTCDate())).toEqual([5, 6]);
  });

  it('S17 refuses what never fires, what fires too often and what is no cron line', () => {
    const check = (cron: string, timezone = 'UTC', minIntervalMs = 60_000) => () => checkedCalendar({ cron, timezone }, { now: new Date('2027-01-01T00:00:00Z'), minIntervalMs });
    const messageOf = (run: () => unknown) => {
      try { run(); return 'accepted'; } catch (error) { return JSON.stringify((error as { errors: unknown }).errors); }
    };
    expect(messageOf(check('*/5 * * * *'))).toBe('accepted');
    expect(messageOf(check('0 0 30 2 *'))).toContain('never fires');
    expect(messageOf(check('0,1 12 * * *', 'UTC', 300_000))).toContain('at least 300 s apart; these are 60 s apart');
    for (const cron of ['* * * * * *', '@daily', '60 * * * *', '0 0 L * *', '5-1 2 * * *', '*/0 2 * * *', '* * * *', 'x * * * *', '0 0 * * 5#2', '-/1 3 * * *', '1-2-3/1 3 * * *', '/5 3 * * *', '0 0-24 * * *']) expect(messageOf(check(cron))).toMatch(/"cron":/);
    const started = Date.now();
    expect(messageOf(check('0-500000000/1 3 * * *'))).toContain('"cron":');
    expect(Date.now() - started).toBeLessThan(100);
    for (const zone of ['Mars/Phobos', '+02:00', '']) expect(messageOf(check('0 0 * * *', zone))).toMatch(/"timezone":/);
  });
});
