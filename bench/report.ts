import type { Spread } from './load/statistics.ts';
import type { Figure } from './measures/measure.ts';

export interface Row {
  id: string;
  title: string;
  unit: string;
  better: 'lower' | 'higher';
  contestant: string;
  note: string;
  value: Spread;
  repetitions: readonly Figure[];
}

export interface Ratio { id: string; text: string; ratio: number; goal: string; met: boolean }

interface Goal { id: string; subject: string; versus: string; minus?: string; max?: number; min?: number }

/** The goals of the design that this subset can judge. A goal that is missed is printed as missed. */
const goals: readonly Goal[] = [
  { id: 'P1', subject: 'roster', versus: 'bare SDK', minus: 'raw mock', max: 1 },
  { id: 'P2', subject: 'roster', versus: 'bare SDK', max: 0.5 },
  { id: 'P2', subject: 'roster', versus: 'relay', max: 2 },
  { id: 'P2b', subject: 'roster', versus: 'bare SDK', max: 0.6 },
  { id: 'P6', subject: 'durable steps, 32 parallel', versus: 'raw insert, 32 parallel', min: 0.4 },
  { id: 'P6', subject: 'durable steps, 1 serial', versus: 'raw insert, 1 serial', min: 1 / 3 },
];

export function ratiosOf(rows: readonly Row[]): Ratio[] {
  const valueOf = (id: string, contestant: string): number | undefined => rows.find((row) => row.id === id && row.contestant === contestant)?.value.median;
  return goals.flatMap(({ id, subject, versus, minus, max, min }) => {
    const [own, other, base] = [valueOf(id, subject), valueOf(id, versus), minus === undefined ? 0 : valueOf(id, minus)];
    if (own === undefined || other === undefined || base === undefined) return [];
    const ratio = (own - base) / (other - base);
    return [{
      id, ratio, text: `${subject} / ${versus}${minus === undefined ? '' : ` (both minus ${minus})`}`,
      goal: max === undefined ? `≥ ${min!.toFixed(2)}` : `≤ ${max.toFixed(2)}`, met: max === undefined ? ratio >= min! : ratio <= max,
    }];
  });
}

export function report({ rows, ratios }: { rows: readonly Row[]; ratios: readonly Ratio[] }): string {
  const figures = rows.map(({ id, title, contestant, unit, value }) => `| ${id} | ${title} | ${contestant} | ${number(value.median)} ${unit} | ${number(value.min)}–${number(value.max)} |`);
  const judged = ratios.map(({ id, text, ratio, goal, met }) => `| ${id} | ${text} | ${ratio.toFixed(2)} | ${goal} | ${met ? 'met' : 'missed'} |`);
  const notes = [...new Map(rows.map(({ contestant, note }) => [contestant, note]))].map(([name, note]) => `- ${name}: ${note}`);
  return ['', '| measure | what | contestant | median | min–max |', '| --- | --- | --- | --- | --- |', ...figures, '', '| measure | ratio | value | goal | |', '| --- | --- | --- | --- | --- |', ...judged, '', ...notes, ''].join('\n');
}

const number = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
