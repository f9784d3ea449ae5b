import { describe, expect, it } from '@jest/globals';
import { fairShares, handoffOutput, resultText, unfinishedSentence, type ReportedCall } from './handoff-output.ts';

const call = (toolName: string, input: ReportedCall['input'], more: Partial<ReportedCall> = {}): ReportedCall => ({ toolName, input, status: 'ok', output: 'found', ...more });

describe('handoffOutput', () => {
  it('AC-C10 gives the answer, then the sources', () => {
    const { text, unfinished } = handoffOutput({ answer: 'It is paid.', calls: [call('invoice', { id: 7, token: 'secret' }, { sensitive: ['token'] }), call('ledger', {}, { status: 'failed' })] }, 6000);
    expect(text).toBe('It is paid.\n\nSources consulted:\n- invoice(id=7, token=***)\n- ledger() (failed)');
    expect(unfinished).toBe(false);
  });

  it('AC-C10 has no sources without calls and no digest with an answer', () => {
    expect(handoffOutput({ answer: 'Yes.', calls: [] }, 6000).text).toBe('Yes.');
    expect(handoffOutput({ answer: 'Yes.', calls: [call('a', {})] }, 6000).text).not.toContain('→');
  });

  it('AC-C10 shows the digest only without an answer', () => {
    const { text, unfinished } = handoffOutput({ answer: null, calls: [call('a', { q: 1 }), call('b', {}, { output: { result: 'r' } }), call('c', {}, { status: 'failed' })] }, 6000);
    expect(text.split('\n\n')[1]).toBe('The sub-task stopped early; these results are partial:\na(q=1) → found\nb() → r');
    expect(unfinished).toBe(false);
  });

  it('AC-C10 says the fixed sentence when there is neither answer nor result', () => {
    expect(handoffOutput({ answer: '  ', calls: [] }, 6000)).toEqual({ text: unfinishedSentence, unfinished: true });
    expect(handoffOutput({ answer: null, calls: [call('a', {}, { status: 'failed' })] }, 6000)).toMatchObject({ unfinished: true });
  });

  it('AC-C10 shares the digest fairly: 5000, 100, 3000 of 6000', () => {
    expect(fairShares([5000, 100, 3000], 6000)).toEqual([2950, 100, 2950]);
    expect(fairShares([5000, 100, 3000], 0)).toEqual([5000, 100, 3000]);
    expect(fairShares([1, 1, 1], 2)).toEqual([0, 1, 1]);
    const bodies = [5000, 100, 3000].map((length) => 'x'.repeat(length));
    const lines = handoffOutput({ answer: null, calls: bodies.map((output, index) => call(`t${index}`, {}, { output })) }, 6000).text.split('\n').slice(-3);
    expect(lines.map((line) => line.split(' → ')[1]!.length)).toEqual([2950, 100, 2950]);
    expect(lines.map((line) => line.endsWith('…'))).toEqual([true, false, true]);
  });

  it('cuts arguments at 80 characters and never splits a character', () => {
    const { text } = handoffOutput({ answer: 'A.', calls: [call('t', { q: '😀'.repeat(100) })] }, 6000);
    const shown = /q=(.*)\)/u.exec(text)![1]!;
    expect([...shown]).toHaveLength(80);
    expect(shown).not.toMatch(/\p{Surrogate}/u);
  });

  it.each([[null, ''], ['a', 'a'], [{ result: { result: 1 } }, '1'], [[1], '[1]'], [{ a: 1 }, '{"a":1}']] as const)('reads the result %j as text', (output, expected) => {
    expect(resultText(output as never)).toBe(expected);
  });
});
