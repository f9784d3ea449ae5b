import { describe, expect, it } from '@jest/globals';
import { formatCost, formatCount, formatDuration, formatLocal, formatRelative } from './format.ts';

describe('figures for people', () => {
  it('writes spans in their largest sensible unit', () => {
    expect([840, 4_200, 185_000, 7_440_000].map(formatDuration)).toEqual(['840 ms', '4.2 s', '3 min 5 s', '2 h 4 min']);
  });

  it('AC-A21 writes an unknown cost as unknown and never as zero', () => {
    expect([null, undefined, 0, 1_250, 1_234_000].map(formatCost)).toEqual(['unknown', 'unknown', '$0', '$0.00125', '$1.23']);
    expect(formatCount(undefined)).toBe('unknown');
  });

  it('says how far away a time is in both directions', () => {
    const now = new Date('2026-11-30T12:00:00Z');
    const at = (offsetMs: number) => formatRelative(new Date(now.getTime() + offsetMs), now);
    expect([at(10_000), at(-10_000), at(300_000), at(-7_200_000), at(172_800_000)]).toEqual(['in a moment', 'just now', 'in 5 min', '2 h ago', 'in 2 d']);
  });

  it('writes a time on the clock of a zone', () => {
    expect(formatLocal(new Date('2026-07-01T12:00:00Z'), 'Europe/Amsterdam')).toBe('2026-07-01 14:00');
  });
});
