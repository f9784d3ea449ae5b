import type { LanguageModelV3File, SharedV3Warning } from '@ai-sdk/provider';
import type { Json } from '../../contracts/json.ts';

/** The arguments of a call: nothing at all means `{}`; what is not one JSON value is kept as text and marked invalid. */
export function parseArguments(text: string): { valid: boolean; value: Json } {
  if (text.trim() === '') return { valid: true, value: {} };
  // A `__proto__` key is never meant; it would poison whoever merges the value.
  if (/"__proto__"\s*:/u.test(text)) return { valid: false, value: text };
  try {
    return { valid: true, value: JSON.parse(text) as Json };
  } catch {
    return { valid: false, value: text };
  }
}

export const fileUrl = ({ mediaType, data }: LanguageModelV3File): string =>
  `data:${mediaType};base64,${typeof data === 'string' ? data : Buffer.from(data).toString('base64')}`;

export function describeWarning(warning: SharedV3Warning): string {
  if (warning.type === 'other') return warning.message;
  return `${warning.type}: ${warning.feature}`;
}
