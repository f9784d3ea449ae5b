import type { Contestant } from './contestants/contestant.ts';
import type { Mock } from './contestants/mock.ts';
import { maxLatenessMs, type Measure, type Reading } from './measures/measure.ts';
import { rowOf, type Figure, type Row } from './results.ts';

interface Field { contestants: readonly Contestant[]; mock: Pick<Mock, 'reset' | 'latenessP99Ms'>; reps: number; announce?(repetition: string): void }

/**
 * A B C A B C: whatever the machine does meanwhile hits all of them. Rounds are added, at most as many again, while a
 * contestant has too few repetitions that count.
 */
export async function interleave(measure: Measure, { contestants: all, mock, reps, announce }: Field): Promise<Row[]> {
  const contestants = all.filter(({ name }) => measure.contestants.includes(name));
  const figures = new Map<Contestant, Figure[]>(contestants.map((contestant) => [contestant, []]));
  const isEnough = (): boolean => [...figures.values()].every((list) => list.filter(({ flaw }) => flaw === undefined).length >= reps);
  for (let round = 0; round < reps || (round < 2 * reps && !isEnough()); round++) {
    for (const contestant of contestants) {
      announce?.(`${measure.id} ${contestant.name} (${round + 1})`);
      figures.get(contestant)!.push(await repetition(measure, contestant, mock));
    }
  }
  return contestants.map((contestant) => rowOf(measure, { contestant: contestant.name, note: contestant.note, figures: figures.get(contestant)! }));
}

async function repetition(measure: Measure, contestant: Contestant, mock: Field['mock']): Promise<Figure> {
  const startedAt = new Date().toISOString();
  await mock.reset();
  const reading = await measure.run(contestant);
  const mockLatenessP99 = await mock.latenessP99Ms();
  const flaw = reading.flaw ?? flawOfMock(measure, mockLatenessP99);
  const details: Reading['details'] = { ...reading.details, mockLatenessP99 };
  return { ...reading, details, startedAt, endedAt: new Date().toISOString(), ...(flaw !== undefined && { flaw }) };
}

const flawOfMock = ({ isTimed }: Measure, lateMs: number): string | undefined => (isTimed && lateMs > maxLatenessMs ? `the mock was ${lateMs.toFixed(1)} ms late (p99)` : undefined);
