import { describe, expect, it } from '@jest/globals';
import { type DiffLine, presentTextDiff } from './present-diff.ts';

const changedWords = (rows: ReturnType<typeof presentTextDiff>, kind: DiffLine['kind']) =>
  rows.flatMap((row) => (row.kind === kind ? row.words.filter(({ changed }) => changed).map(({ text }) => text) : []));

describe('a text comparison', () => {
  it('AC-A5 marks exactly one word for a one-word edit', () => {
    const rows = presentTextDiff('You answer politely.\nBe brief.', 'You answer kindly.\nBe brief.');
    expect(changedWords(rows, 'removed')).toEqual(['politely']);
    expect(changedWords(rows, 'added')).toEqual(['kindly']);
    expect(rows.at(-1)).toEqual({ kind: 'same', words: [{ text: 'Be brief.', changed: false }] });
  });

  it('shows an added line as added, without touching its neighbours', () => {
    const rows = presentTextDiff('One\nThree', 'One\nTwo\nThree');
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'added', 'same']);
  });

  it('folds lines far from the change and counts them', () => {
    const lines = Array.from({ length: 30 }, (_, line) => `Line ${line}`);
    const rows = presentTextDiff(lines.join('\n'), lines.with(15, 'Other').join('\n'));
    expect(rows.filter(({ kind }) => kind === 'gap')).toEqual([{ kind: 'gap', lines: 13 }, { kind: 'gap', lines: 12 }]);
    expect(rows).toHaveLength(8);
  });

  it('loses no text: each side can be read back from its lines', () => {
    const before = 'a b c\nsame\nx\ny';
    const after = 'a c d\nsame\nz';
    const rows = presentTextDiff(before, after) as DiffLine[];
    const side = (gone: DiffLine['kind']) => rows.filter(({ kind }) => kind !== gone).map(({ words }) => words.map(({ text }) => text).join('')).join('\n');
    expect(side('added')).toBe(before);
    expect(side('removed')).toBe(after);
  });
});
