import type { Row } from './results.ts';

/** `minus`: what both would take anyway. */
interface Goal { id: string; subject: string; versus: string; minus?: string; max?: number; min?: number }

/** `ratio` null: not run. */
export interface Judgement { id: string; text: string; ratio: number | null; goal: string; verdict: 'met' | 'missed' | 'not run' }

/** The goals that are ratios of this run. A goal that is missed is printed as missed. */
const goals: readonly Goal[] = [
  { id: 'P1', subject: 'roster', versus: 'bare SDK', minus: 'raw mock', max: 1 },
  { id: 'P2', subject: 'roster', versus: 'bare SDK', max: 0.5 },
  { id: 'P2', subject: 'roster', versus: 'relay', max: 2 },
  { id: 'P2b', subject: 'roster', versus: 'bare SDK', max: 0.6 },
  { id: 'P6', subject: 'durable steps, 32 parallel', versus: 'raw insert, 32 parallel', min: 0.4 },
  { id: 'P6', subject: 'durable steps, 1 serial', versus: 'raw insert, 1 serial', min: 1 / 3 },
];

/** Goals of the design that nothing here measures yet. */
const unmeasured = ['P3', 'P4', 'P5', 'P6b', 'P7', 'P8', 'P9', 'P10', 'P11', 'P12', 'P13', 'P14', 'P15', 'P16'];

export function judge(rows: readonly Row[]): Judgement[] {
  return [...goals.map((goal) => judgeOne(goal, rows)), ...unmeasured.map((id): Judgement => ({ id, text: '', ratio: null, goal: '', verdict: 'not run' }))];
}

function judgeOne({ id, subject, versus, minus, max, min }: Goal, rows: readonly Row[]): Judgement {
  const valueOf = (contestant: string): number | undefined => rows.find((row) => row.id === id && row.contestant === contestant)?.value?.median;
  const [own, other, base] = [valueOf(subject), valueOf(versus), minus === undefined ? 0 : valueOf(minus)];
  const named = { id, text: `${subject} / ${versus}${minus === undefined ? '' : ` (both minus ${minus})`}`, goal: max === undefined ? `≥ ${min!.toFixed(2)}` : `≤ ${max.toFixed(2)}` };
  if (own === undefined || other === undefined || base === undefined) return { ...named, ratio: null, verdict: 'not run' };
  const ratio = (own - base) / (other - base);
  return { ...named, ratio, verdict: (max === undefined ? ratio >= min! : ratio <= max) ? 'met' : 'missed' };
}
