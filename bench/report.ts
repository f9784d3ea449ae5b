import type { Judgement } from './goals.ts';
import type { Row } from './results.ts';

/** The run as Markdown: figures, ratios against the goals, what was discarded and why, and what each contestant does not do. */
export function report({ rows, goals }: { rows: readonly Row[]; goals: readonly Judgement[] }): string {
  const figures = rows.map(({ id, title, contestant, unit, value }) =>
    `| ${id} | ${title} | ${contestant} | ${value ? `${number(value.median)} ${unit}` : 'discarded'} | ${value ? `${number(value.min)}–${number(value.max)}` : ''} |`);
  const judged = goals.map(({ id, text, ratio, goal, verdict }) => `| ${id} | ${text} | ${ratio === null ? '' : ratio.toFixed(2)} | ${goal} | ${verdict} |`);
  const notes = [...new Map(rows.map(({ contestant, note }) => [note, contestant.split(',')[0]!]))].map(([note, name]) => `- ${name}: ${note}`);
  const discarded = rows.flatMap(({ id, contestant, discarded: figuresLost }) => figuresLost.map(({ flaw }) => `- discarded: ${id} ${contestant}, ${flaw}`));
  return [
    '', '| measure | what | contestant | median | min–max |', '| --- | --- | --- | --- | --- |', ...figures,
    '', '| goal | ratio | value | goal | |', '| --- | --- | --- | --- | --- |', ...judged, '', ...notes, ...discarded, '',
  ].join('\n');
}

const number = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
