import { createHash } from 'node:crypto';

/** Stream number of a request: a function of what was asked. */
export const streamOf = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16);

/**
 * Word `i` of stream `s`: carries `i` and a check of both, padded to `size` characters, so that a reader can verify content
 * and order without knowing anything else.
 */
export function word(stream: number, index: number, size = 0): string {
  return `${`${index}:${check(stream, index)}`.padEnd(size, 'x')} `;
}

export const wordsOf = (stream: number, count: number, size = 0): string[] => Array.from({ length: count }, (_, index) => word(stream, index, size));

/** Four characters that change with each stream and index; integer arithmetic only, the same on every machine. */
function check(stream: number, index: number): string {
  let hash = (stream ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash >>> 0).toString(36).padStart(7, '0').slice(-4);
}

/** Throws when the text is not exactly the words of one stream in order. */
export function assertWords(text: string, expected: { stream: number; count: number; size?: number }): void {
  const wanted = wordsOf(expected.stream, expected.count, expected.size).join('');
  if (text === wanted) return;
  const at = [...wanted].findIndex((character, index) => text[index] !== character);
  throw new Error(`The text differs at character ${at === -1 ? wanted.length : at} of ${wanted.length}: a token was lost, changed or moved.`);
}

/** Unit vector of a text: hashed bag of words, so that similar texts are close. */
export function embedding(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const token of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const digest = createHash('sha256').update(token).digest();
    vector[digest.readUInt32BE(0) % dimensions]! += digest[4]! % 2 === 0 ? 1 : -1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
