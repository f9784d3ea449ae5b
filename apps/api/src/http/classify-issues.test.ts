import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import { classifyIssues } from './classify-issues.ts';

const schema = z.strictObject({
  name: z.string().min(2),
  count: z.int().max(10).optional(),
  kind: z.enum(['a', 'b']).optional(),
  choice: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('x'), x: z.string() }), z.strictObject({ type: z.literal('y'), y: z.int() })]).optional(),
  either: z.union([z.literal('all'), z.array(z.uuid())]).optional(),
  map: z.record(z.string().max(3), z.int()).optional(),
});

const classified = (change: object) => {
  const input = { name: 'ok', ...change };
  const result = schema.safeParse(input);
  if (result.success) throw new Error('This was meant to be refused.');
  const { status, errors } = classifyIssues(result.error.issues, input, 'body');
  return { status, fields: Object.keys(errors ?? {}) };
};

describe('the rule of 400 and 422', () => {
  it.each([
    ['an unknown key', { extra: 1 }, 400, ['extra']],
    ['a missing field', { name: undefined }, 400, ['name']],
    ['a wrong type', { name: 5 }, 400, ['name']],
    ['a wrong type for a choice of texts', { kind: 3 }, 400, ['kind']],
    ['no kind at all', { choice: {} }, 400, ['choice.type']],
    ['a field of another kind', { choice: { type: 'x', x: 'ok', y: 1 } }, 400, ['choice.y']],
    ['neither of two types', { either: 5 }, 400, ['either']],
    ['a wrong value beside an unknown key', { name: 'x', extra: 1 }, 400, ['extra', 'name']],
    ['too short a text', { name: 'x' }, 422, ['name']],
    ['too large a number', { count: 11 }, 422, ['count']],
    ['a fraction for a whole number', { count: 1.5 }, 422, ['count']],
    ['a number that is no longer exact', { count: 2 ** 53 }, 422, ['count']],
    ['a word that is no choice', { kind: 'c' }, 422, ['kind']],
    ['a kind nobody knows', { choice: { type: 'z' } }, 422, ['choice.type']],
    ['a bad value in the branch that fits', { either: ['nope'] }, 422, ['either.0']],
    ['a bad key of a map', { map: { long: 1 } }, 422, ['map.long']],
  ])('reads %s', (_name, change, status, fields) => {
    const answer = classified(change);
    expect({ ...answer, fields: answer.fields.sort() }).toEqual({ status, fields });
  });

  it('reads everything in a query as malformed', () => {
    const result = z.strictObject({ n: z.string().min(2) }).safeParse({ n: 'x' });
    expect(classifyIssues(result.error?.issues ?? [], { n: 'x' }, 'query').status).toBe(400);
  });
});
