import type { Json, JsonObject, JsonSchema } from '../../../contracts/json.ts';
import { NumberFinder } from './number-finder.ts';
import { humanised, wordsOf } from './words.ts';

export type Filled = { complete: true; input: JsonObject } | { complete: false; missing: readonly string[] };

/** Fills the required arguments of a tool from what the user wrote; a JSON message gives its own fields by name. */
export function fillArguments(schema: JsonSchema, text: string): Filled {
  const finder = { numbers: new NumberFinder(text), text, given: jsonFields(text), root: schema };
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const input: JsonObject = {};
  const missing: string[] = [];
  // Arguments that name what they want ("order", "amount") choose their numbers before the vague ones.
  const names = Object.keys(properties).toSorted((a, b) => finder.numbers.bestScore(b) - finder.numbers.bestScore(a));
  for (const name of names) {
    const value = required.has(name) ? valueFor(name, properties[name]!, finder) : optionalValue(name, properties[name]!, finder);
    if (value !== undefined) input[name] = value;
    else if (required.has(name)) missing.push(humanised(name));
  }
  return missing.length === 0 ? { complete: true, input } : { complete: false, missing };
}

interface Finder { numbers: NumberFinder; text: string; given: JsonObject; root: JsonSchema }

function valueFor(name: string, schema: JsonSchema, finder: Finder): Json | undefined {
  if (finder.given[name] !== undefined) return finder.given[name];
  const resolved = resolve(schema, finder.root);
  if (resolved['const'] !== undefined) return resolved['const'];
  if (Array.isArray(resolved['enum'])) return mentioned(resolved['enum'], finder.text) ?? resolved['default'] ?? resolved['enum'][0];
  switch (resolved['type']) {
    case 'integer':
      return finder.numbers.take(name, { integer: true }) ?? resolved['default'];
    case 'number':
      return finder.numbers.take(name) ?? resolved['default'];
    case 'boolean':
      return resolved['default'] ?? !/\b(?:not|no|never|without|don't)\b/iu.test(finder.text);
    case 'array': {
      const item = valueFor(name, (resolved['items'] ?? { type: 'string' }) as JsonSchema, finder);
      return item === undefined ? undefined : [item];
    }
    case 'object': {
      const inner = fillArguments({ ...resolved, $defs: finder.root['$defs'] ?? {} }, finder.text);
      return inner.complete ? inner.input : undefined;
    }
    default:
      return textFor(name, resolved, finder);
  }
}

/** Left out unless the message names a value without doubt. */
function optionalValue(name: string, schema: JsonSchema, { text, given, numbers }: Finder): Json | undefined {
  if (given[name] !== undefined) return given[name];
  if (Array.isArray(schema['enum'])) return mentioned(schema['enum'], text);
  const numeric = schema['type'] === 'integer' || schema['type'] === 'number';
  return numeric && numbers.bestScore(name) > 0 ? numbers.take(name, { integer: schema['type'] === 'integer' }) : undefined;
}

function textFor(name: string, schema: JsonSchema, { numbers, text }: Finder): string | undefined {
  const words = wordsOf(name);
  if (words.includes('email') || schema['format'] === 'email') return /[\w.+-]+@[\w-]+\.[\w.]+/u.exec(text)?.[0];
  if (words.includes('currency')) return currency(text);
  if (words.includes('date') || schema['format'] === 'date') return /\d{4}-\d{2}-\d{2}/u.exec(text)?.[0];
  if (words.some((word) => ['id', 'number', 'order', 'invoice', 'customer', 'ticket', 'no', 'reference', 'code'].includes(word))) return numbers.takeText(name);
  const limit = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity;
  if (words.includes('reason')) return (/\b(?:because|since|reason:?)\s+(?<why>[^.\n]+)/iu.exec(text)?.groups?.['why'] ?? text).slice(0, limit);
  const whole = words.some((word) => ['task', 'query', 'question', 'prompt', 'request', 'input', 'instructions'].includes(word));
  const quote = /["“](?<quote>[^"”]+)["”]/u.exec(text)?.groups?.['quote'];
  return ((whole ? undefined : quote) ?? text).slice(0, limit) || undefined;
}

const currency = (text: string): string => (/\$|\b(?:usd|dollars?)\b/iu.test(text) ? 'USD' : /£|\b(?:gbp|pounds?)\b/iu.test(text) ? 'GBP' : 'EUR');

function mentioned(values: readonly Json[], text: string): Json | undefined {
  const words = ` ${wordsOf(text).join(' ')} `;
  return values.find((value) => words.includes(` ${wordsOf(String(value)).join(' ')} `));
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1)! : undefined;
  const definitions = (root['$defs'] ?? root['definitions'] ?? {}) as Record<string, JsonSchema>;
  if (name !== undefined) return definitions[name] ?? {};
  const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  return options?.find((option) => option['type'] !== 'null') ?? schema;
}

function jsonFields(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
