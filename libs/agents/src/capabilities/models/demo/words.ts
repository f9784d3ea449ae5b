const stopWords = new Set(
  'a about all also an and any are as at be by can could do does for from give has have how i if in into is it its let me my need of on or our please so some tell than that the their them then there these they this to up us use used uses using want was we what when where which who why will with would you your'.split(' '),
);

/** Lower-case words of a text or an identifier: `refundOrder`, `refund_order` and "refund order" read the same. */
export const wordsOf = (text: string): string[] =>
  (text.replaceAll(/([a-z])([A-Z])/gu, '$1 $2').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** The word without common endings, so that "refunds" meets "refund" and "delivered" meets "delivery". */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  const cut = word.replace(/(?:ies|ied|ing|ings|ed|es|s|y|e)$/u, '').replace(/(?<letter>[bdgmnprt])\k<letter>$/u, '$<letter>');
  return cut.length >= 3 ? cut : word;
}

/** Stems of the words that carry meaning. */
export const keywords = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => !stopWords.has(word)).map(stem));

export const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length;

export const humanised = (identifier: string): string => wordsOf(identifier).join(' ');
