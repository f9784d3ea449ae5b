import { assertWords } from '../../test/support/mock-provider/words.ts';

/** Every answer is the words of this stream, so that a reader can check each byte of it. */
const stream = 7;

export interface TextScenario { words: number; ttftMs: number; gapMs: number }

export const textScenario = ({ words, ttftMs, gapMs }: TextScenario): string => `mock/text?n=${words}&ttft=${ttftMs}&gap=${gapMs}&s=${stream}`;

/** Throws when one word was lost, changed or moved. */
export const assertWhole = (text: string, words: number): void => assertWords(text, { stream, count: words });
