import type { Json, JsonObject } from '../../../contracts/json.ts';
import { keywords, overlap } from './words.ts';

interface Passage { title?: string; text: string }

const textFields = ['text', 'content', 'snippet', 'passage', 'excerpt', 'chunk'];
const titleFields = ['title', 'name', 'document', 'source', 'filename'];
const listFields = ['results', 'passages', 'documents', 'hits', 'chunks', 'matches', 'sources'];

/** The passages of a retrieval result; undefined when the output is not one; empty when it found nothing. */
export function passagesOf(output: Json): Passage[] | undefined {
  const list = listOf(output);
  if (list === undefined) return undefined;
  const passages = list.flatMap((item) => passageOf(item) ?? []);
  return passages.length === list.length ? passages : undefined;
}

/** The sentences of the best passage that share most with the question, word for word. */
export function quoteFrom(passages: readonly Passage[], question: string): string {
  const asked = keywords(question);
  const best = passages.toSorted((a, b) => overlap(keywords(`${b.title} ${b.text}`), asked) - overlap(keywords(`${a.title} ${a.text}`), asked))[0]!;
  const sentences = best.text.replaceAll(/\s+/gu, ' ').trim().split(/(?<=[.!?])\s+/u);
  const chosen = new Set(sentences.toSorted((a, b) => overlap(keywords(b), asked) - overlap(keywords(a), asked)).slice(0, 2));
  const quote = sentences.filter((sentence) => chosen.has(sentence)).join(' ');
  return best.title === undefined ? `I found this: "${quote}"` : `According to "${best.title}": "${quote}"`;
}

function listOf(output: Json): Json[] | undefined {
  if (Array.isArray(output)) return output.every((item) => passageOf(item)) ? output : undefined;
  if (typeof output !== 'object' || output === null) return undefined;
  const found = listFields.map((field) => output[field]).find((value) => Array.isArray(value));
  return Array.isArray(found) ? found : undefined;
}

function passageOf(item: Json): Passage | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const text = stringIn(item, textFields);
  if (text === undefined) return undefined;
  const title = stringIn(item, titleFields);
  return title === undefined ? { text } : { title, text };
}

const stringIn = (item: JsonObject, fields: readonly string[]): string | undefined => fields.map((field) => item[field]).find((value) => typeof value === 'string');
