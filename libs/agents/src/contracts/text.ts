import { z } from 'zod';

/** NUL cannot be stored and a lone surrogate cannot be encoded: both become U+FFFD. */
export const cleanText = (value: string): string => value.replace(/\0|\p{Surrogate}/gu, '\uFFFD');

/** Text a person wrote. Lengths are Unicode code points, not UTF-16 units. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return z
    .string()
    .overwrite(cleanText)
    .check(({ value, issues }) => {
      const length = [...value].length;
      if (length > max) issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value, message: `Use at most ${max} characters.` });
      if (length < min || (min > 0 && value.trim() === '')) issues.push({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value, message: 'This must not be empty.' });
    });
}
