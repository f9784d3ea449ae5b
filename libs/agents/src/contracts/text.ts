import { z } from 'zod';

interface Lengths { min?: number; max: number }

const UNSTORABLE = /\0|\p{Surrogate}/u;
/** Direction overrides and characters without width: two names that look the same must be the same. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/u;

/** Text from a chat user, a model, a tool or a document. NUL cannot be stored and a lone surrogate cannot be encoded: both become U+FFFD. */
export const cleanText = (value: string): string => (UNSTORABLE.test(value) ? value.replace(/\0|\p{Surrogate}/gu, '\uFFFD') : value);

/** Text of whoever configures the platform: what cannot be stored is refused with its field. Lengths are Unicode code points, not UTF-16 units. */
export function operatorText(lengths: Lengths) {
  return z.string().check(({ value, issues }) => {
    if (UNSTORABLE.test(value)) issues.push({ code: 'custom', input: value, message: 'This contains NUL or half a character.' });
    issues.push(...lengthIssues(value, lengths));
  });
}

/** A name people tell things apart by: operator text in NFC, trimmed, on one line, without invisible characters. */
export function operatorName(lengths: Lengths) {
  return operatorText(lengths)
    .refine((value) => !INVISIBLE.test(value) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), { error: 'A name has no line breaks, control or invisible characters.' })
    .overwrite((value) => value.normalize('NFC').trim());
}

function lengthIssues(value: string, { min = 0, max }: Lengths): z.core.$ZodRawIssue[] {
  const length = value.length <= max && min === 0 ? value.length : [...value].length;
  if (length > max) return [{ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value, message: `Use at most ${max} characters.` }];
  const isEmpty = length < min || (min > 0 && value.trim() === '');
  return isEmpty ? [{ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value, message: min > 1 ? `Use at least ${min} characters.` : 'This must not be empty.' }] : [];
}
