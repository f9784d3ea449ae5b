import { describe, expect, it } from '@jest/globals';
import { parseObject, parseResult } from './parse-object.ts';

describe('what a person types for a call', () => {
  it('takes only an object as arguments', () => {
    expect([parseObject('{"amount":5}'), parseObject('[1]'), parseObject('5'), parseObject('null'), parseObject('{"amount":')]).toEqual([{ amount: 5 }, null, null, null, null]);
  });

  it('takes anything as a result', () => {
    expect([parseResult('{"ok":true}'), parseResult('done by hand')]).toEqual([{ ok: true }, 'done by hand']);
  });
});
