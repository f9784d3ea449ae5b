import { diffArrays, diffWordsWithSpace } from 'diff';

/** One line of a shown text comparison; `words` mark what changed inside it. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  words: readonly { text: string; changed: boolean }[];
}
/** Unchanged lines that are folded away. */
export interface DiffGap {
  kind: 'gap';
  lines: number;
}
export type DiffRow = DiffLine | DiffGap;

/** Lines of context kept around a change. */
const context = 2;

/**
 * A text comparison for reading: line by line, and word by word where a line was replaced by another, so that a one-word
 * edit marks one word. Lines that lie far from any change are folded.
 */
export function presentTextDiff(before: string, after: string): DiffRow[] {
  const rows: DiffLine[] = [];
  const blocks = diffArrays(before.split('\n'), after.split('\n'));
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block === undefined) continue;
    const next = blocks[index + 1];
    if (block.removed && next?.added) {
      rows.push(...replacedLines(block.value, next.value));
      index++;
    } else rows.push(...block.value.map((line) => plainLine(block.removed ? 'removed' : block.added ? 'added' : 'same', line)));
  }
  return foldFarLines(rows);
}

/** Replaced lines: pairs are compared by words, what is left over on one side is wholly new or gone. */
function replacedLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const pairs = Math.min(before.length, after.length);
  const removed: DiffLine[] = [];
  const added: DiffLine[] = [];
  for (let index = 0; index < pairs; index++) {
    const words = diffWordsWithSpace(before[index] ?? '', after[index] ?? '');
    removed.push({ kind: 'removed', words: words.filter((word) => !word.added).map(({ value, removed: changed }) => ({ text: value, changed })) });
    added.push({ kind: 'added', words: words.filter((word) => !word.removed).map(({ value, added: changed }) => ({ text: value, changed })) });
  }
  removed.push(...before.slice(pairs).map((line) => plainLine('removed', line)));
  added.push(...after.slice(pairs).map((line) => plainLine('added', line)));
  return [...removed, ...added];
}

const plainLine = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, words: [{ text, changed: false }] });

function foldFarLines(rows: readonly DiffLine[]): DiffRow[] {
  const near = rows.map((_, index) => rows.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same'));
  const shown: DiffRow[] = [];
  for (const [index, row] of rows.entries()) {
    const last = shown.at(-1);
    if (near[index]) shown.push(row);
    else if (last?.kind === 'gap') last.lines++;
    else shown.push({ kind: 'gap', lines: 1 });
  }
  return shown;
}
