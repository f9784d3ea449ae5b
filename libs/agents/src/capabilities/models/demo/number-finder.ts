import { stem, wordsOf } from './words.ts';

interface FoundNumber { text: string; value: number; before: string; after: string; money: boolean; used: boolean }

const moneyWords = new Set(['amount', 'price', 'sum', 'total', 'value', 'refund', 'limit', 'budget', 'cost', 'cents', 'euros', 'eur', 'usd', 'dollars']);
const pattern = /(?<sign>[€$£]\s?)?(?<number>(?<![\p{L}\d.])(?:[A-Z]{1,5}-)?\d+(?:[.,]\d+)*)(?<unit>\s?(?:€|\$|£|euros?\b|eur\b|dollars?\b|usd\b|pounds?\b))?/giu;

/** The numbers of a message, each given away once, to the argument it fits best. */
export class NumberFinder {
  readonly #numbers: FoundNumber[];

  constructor(text: string) {
    this.#numbers = [...text.matchAll(pattern)].map((match) => {
      const { sign, number = '', unit } = match.groups ?? {};
      const before = wordsOf(text.slice(0, match.index)).at(-1) ?? '';
      const after = wordsOf(text.slice(match.index + match[0].length)).at(0) ?? '';
      return { text: number, value: numberValue(number), before, after, money: Boolean(sign ?? unit), used: false };
    });
  }

  /** How well the best unused number fits the name; 0 = by chance only. */
  bestScore(name: string): number {
    return Math.max(0, ...this.#unused().map((found) => score(found, name)));
  }

  take(name: string, { integer = false } = {}): number | undefined {
    const found = this.#best(name, (candidate) => Number.isFinite(candidate.value) && !(integer && !Number.isInteger(candidate.value)));
    return found === undefined ? undefined : wordsOf(name).includes('cents') && found.money ? Math.round(found.value * 100) : found.value;
  }

  /** The number as written, for arguments that are identifiers. */
  takeText(name: string): string | undefined {
    return this.#best(name, (candidate) => !candidate.money)?.text;
  }

  #best(name: string, fits: (found: FoundNumber) => boolean): FoundNumber | undefined {
    const found = this.#unused().filter(fits).toSorted((a, b) => score(b, name) - score(a, name))[0];
    if (found) found.used = true;
    return found;
  }

  #unused(): FoundNumber[] {
    return this.#numbers.filter((found) => !found.used);
  }
}

function score(found: FoundNumber, name: string): number {
  const words = wordsOf(name);
  const stems = words.map(stem);
  const about = stems.includes(stem(found.before)) ? 3 : stems.includes(stem(found.after)) ? 2 : 0;
  const money = words.some((word) => moneyWords.has(word));
  if (found.money) return money ? about + 4 : -1;
  return about;
}

/** "1,250.50" and "1.250,50" are the same amount; a single comma before two digits is a decimal comma. */
function numberValue(text: string): number {
  if (/^\d+,\d{1,2}$/u.test(text)) return Number(text.replace(',', '.'));
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return Number(text.replaceAll(',', ''));
}
