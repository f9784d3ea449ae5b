import { describe, expect, it } from '@jest/globals';
import type { Json } from '../contracts/json.ts';
import { limitToolOutput } from './tool-output-limit.ts';

const part = (output: Json) => ({ type: 'tool_result' as const, toolCallId: 'c', toolName: 't', output });

describe('limitToolOutput', () => {
  it('leaves a result within the limit as it is, and every result when it is off', () => {
    expect(limitToolOutput(part({ a: 'x'.repeat(5) }), 100)).toEqual(part({ a: 'xxxxx' }));
    expect(limitToolOutput(part('x'.repeat(500)), 0)).toEqual(part('x'.repeat(500)));
    expect(limitToolOutput(part('😀'.repeat(50)), 50)).toEqual(part('😀'.repeat(50)));
  });

  it('says both lengths and keeps the first characters, once', () => {
    const cut = limitToolOutput(part('😀'.repeat(500)), 50);
    expect(cut).toEqual({ ...part(`[This result has 500 characters; only the first 50 follow.]\n${'😀'.repeat(50)}`), cut: { originalChars: 500, keptChars: 50 } });
    expect(limitToolOutput(part({ result: 'y'.repeat(80) }), 10).output).toBe(`[This result has 80 characters; only the first 10 follow.]\n${'y'.repeat(10)}`);
    expect(limitToolOutput(part([1, 2, 3]), 3).output).toBe('[This result has 7 characters; only the first 3 follow.]\n[1,');
  });
});
