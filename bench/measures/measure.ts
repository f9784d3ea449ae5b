import type { Contestant } from '../contestants/contestant.ts';

/** What one repetition of one contestant gave. */
export interface Reading {
  value: number;
  details: Record<string, number>;
  /** Why it must not be used; undefined: it may. */
  flaw?: string;
}

export interface Measure {
  id: string;
  title: string;
  unit: string;
  better: 'lower' | 'higher';
  /** Times are measured, so a late mock spoils it. */
  isTimed: boolean;
  contestants: readonly string[];
  run(contestant: Contestant): Promise<Reading>;
}

/** A mock or a generator later than this (p99, ms) has measured itself. */
export const maxLatenessMs = 5;
