import type { Contestant } from '../contestants/contestant.ts';

/** One repetition of one contestant gives one figure (and what else is worth keeping). */
export interface Figure { value: number; details: Record<string, number> }

export interface Measure {
  id: string;
  title: string;
  unit: string;
  /** Smaller is better, or larger. */
  better: 'lower' | 'higher';
  contestants: readonly string[];
  run(contestant: Contestant): Promise<Figure>;
}

export interface Goal { id: string; subject: string; versus: string; max?: number; min?: number; text: string }
