import type { Json } from '../../../contracts/json.ts';
import { humanised } from './words.ts';

const answerFields = ['answer', 'message', 'summary', 'text', 'report', 'result', 'output'];

/** A tool result as a person would read it: its own sentence when it has one, else its fields. */
export function sentenceFrom(output: Json): string {
  if (output === null) return 'There was no result.';
  if (typeof output === 'string') return withoutAppendix(output);
  if (Array.isArray(output)) return output.length === 0 ? 'There was nothing.' : output.slice(0, 10).map((item) => `- ${inline(item)}`).join('\n');
  if (typeof output !== 'object') return String(output);
  const sentence = answerFields.map((field) => output[field]).find((value) => typeof value === 'string' && value.includes(' '));
  return typeof sentence === 'string' ? withoutAppendix(sentence) : `${capitalised(inline(output))}.`;
}

/** A subagent's report lists its sources behind the answer; the reader of this answer sees them as cards. */
const withoutAppendix = (text: string): string => text.split(/\n+Sources consulted:/u)[0]!.trim();

function inline(value: Json): string {
  if (Array.isArray(value)) return value.slice(0, 10).map(inline).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, field]) => field !== null)
    .map(([name, field]) => `${humanised(name)}: ${typeof field === 'object' ? `(${inline(field)})` : String(field)}`)
    .join(', ');
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
