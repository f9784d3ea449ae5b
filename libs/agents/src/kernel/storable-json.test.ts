import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { storableJson } from './storable-json.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

it('replaces NUL and lone surrogates in values and names, and leaves pairs alone', () => {
  expect(storableJson({ 'a\0': ['x\ud800y', '\udc00', '😀', 'plain'] })).toEqual({ 'a\ufffd': ['x\ufffdy', '\ufffd', '😀', 'plain'] });
});

it('stores what lies deeper than 200 levels as marked text, and everything around it as it is', () => {
  expect(storableJson(nested(200))).toEqual(nested(200));

  const stored = storableJson({ deep: nested(201), other: [1] }) as { deep: unknown; other: unknown };

  expect(stored.other).toEqual([1]);
  expect(String((stored.deep as unknown[]).flat(Infinity)[0])).toMatch(/^\[Nested too deeply to be stored as JSON: 5 characters, SHA-256 [0-9a-f]{64}\.\]\n\[\[1\]\]$/);
});

it('stores what nobody can write as marked text too', () => {
  const endless: unknown[] = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown[];
  expect(JSON.stringify(storableJson(endless))).toContain('[Nested too deeply to be stored as JSON.]');
});

it('stores a list of more than 100,000 values as marked text that keeps its beginning and its digest', () => {
  const stored = storableJson({ rows: Array.from({ length: 100_001 }, () => 7), count: 3 }) as { rows: string; count: number };

  expect(stored.count).toBe(3);
  expect(stored.rows).toMatch(/^\[Too many values to be stored as JSON: 200003 characters, SHA-256 [0-9a-f]{64}\.\]\n\[7,7,7,/);
  expect(stored.rows.length).toBeLessThan(4_200);
});

it('returns a clean value as it is and drops what JSON cannot hold', () => {
  const clean = { a: [1, { b: 'text' }], c: null };
  expect(storableJson(clean)).toBe(clean);
  expect(storableJson({ a: undefined, b: Number.NaN, c: () => 1, d: new Date(0) })).toEqual({ b: null, d: '1970-01-01T00:00:00.000Z' });
});

it('leaves no value that PostgreSQL refuses', () => {
  fc.assert(fc.property(fc.anything({ maxDepth: 4, key: fc.string({ unit: 'binary' }), values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean()] }), (value) => {
    const text = JSON.stringify(storableJson(value));
    expect(text).not.toMatch(/\\u0000|\\ud[89a-f][0-9a-f]{2}/i);
  }));
});
