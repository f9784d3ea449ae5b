import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { JsonTooDeepError, storableJson } from './storable-json.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

it('replaces NUL and lone surrogates in values and names, and leaves pairs alone', () => {
  expect(storableJson({ 'a\0': ['x\ud800y', '\udc00', '😀', 'plain'] })).toEqual({ 'a\ufffd': ['x\ufffdy', '\ufffd', '😀', 'plain'] });
});

it('refuses what is nested deeper than 200 levels', () => {
  expect(() => storableJson(nested(200))).not.toThrow();
  expect(() => storableJson(nested(201))).toThrow(JsonTooDeepError);
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
