import { spread, type Spread } from './load/statistics.ts';
import type { Measure, Reading } from './measures/measure.ts';

/** A repetition with its time: the order proves that contestants took turns. */
export interface Figure extends Reading { startedAt: string; endedAt: string }

type Facts = Pick<Measure, 'id' | 'title' | 'unit' | 'better'>;

/** One contestant's figures of one measure. */
export interface Row extends Facts {
  contestant: string;
  note: string;
  /** Of the repetitions that count; null when none does. */
  value: Spread | null;
  repetitions: readonly Figure[];
  discarded: readonly Figure[];
}

export function rowOf({ id, title, unit, better }: Facts, { contestant, note, figures }: { contestant: string; note: string; figures: readonly Figure[] }): Row {
  const repetitions = figures.filter(({ flaw }) => flaw === undefined);
  const value = repetitions.length === 0 ? null : spread(repetitions.map((figure) => figure.value));
  return { id, title, unit, better, contestant, note, value, repetitions, discarded: figures.filter(({ flaw }) => flaw !== undefined) };
}
