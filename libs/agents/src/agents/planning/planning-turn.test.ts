import { describe, expect, it } from '@jest/globals';
import type { ReplyVerdict } from '../../kernel/run-context.ts';
import { admit, skippedMessage } from './admission.ts';
import { afterTurn, beginPlanning, type NextMove, type TurnOutcome } from './planning-turn.ts';
import { defaultRunPolicy, type RunPolicy } from './run-policy.ts';

const policy = (limits: Partial<RunPolicy> = {}): RunPolicy => ({ maxTurns: 10, maxToolCalls: 6, maxConsecutiveFailures: null, maxRecoveryTurns: 2, ...limits });
const ran = (failed: string, skipped = 0): TurnOutcome => ({ kind: 'executed', failed: [...failed].map((mark) => mark === 'x'), skipped });
const rejection = (kind: string, recoverable: 'answer' | 'calls' | null): Extract<ReplyVerdict, { accepted: false }> => ({ accepted: false, kind, recoverable, reason: 'why' });
const rejected = (kind = 'tool_arguments', recoverable: 'answer' | 'calls' | null = 'calls'): TurnOutcome => ({ kind: 'rejected', verdict: rejection(kind, recoverable) });
const answered: TurnOutcome = { kind: 'answered' };

function play(limits: Partial<RunPolicy>, outcomes: readonly TurnOutcome[]): NextMove {
  return outcomes.reduce((at, outcome) => afterTurn(at.state, outcome, policy(limits)), beginPlanning(policy(limits))).move;
}
const name = (move: NextMove): string => (move.kind === 'plan' ? `plan ${move.turn}${move.toolsOff ? ' tools off' : ''}${move.rejection ? ' guided' : ''}` : move.kind === 'finalize' ? `finalize ${move.turn} ${move.reason}` : move.kind === 'fail' ? `fail ${move.rejection.kind}` : move.kind);

describe('planning turn', () => {
  it.each<[string, Partial<RunPolicy>, TurnOutcome[], string]>([
    ['a run begins with a plan', {}, [], 'plan 1'],
    ['a text without calls is the answer', {}, [answered], 'answer'],
    ['calls lead to the next turn', {}, [ran('..')], 'plan 2'],
    ['AC-C9 a cap of 0 leaves only the wrap-up', { maxToolCalls: 0 }, [], 'finalize 1 tool_cap'],
    ['AC-C7 a turn that begins with the cap used up is the wrap-up', { maxToolCalls: 2 }, [ran('..')], 'finalize 2 tool_cap'],
    ['AC-P4 a turn with stubs is followed by the tool_cap finalization', { maxToolCalls: 3 }, [ran('...', 1)], 'finalize 2 tool_cap'],
    ['AC-C8 no cap never finalizes for calls', { maxToolCalls: null }, [ran('.........'), ran('.........')], 'plan 3'],
    ['the step cap finalizes', { maxTurns: 2 }, [ran('.'), ran('.')], 'finalize 3 turn_cap'],
    ['a denied call over the cap wins over the step cap', { maxTurns: 1, maxToolCalls: 1 }, [ran('.', 1)], 'finalize 2 tool_cap'],
    ['AC-P5 five parallel failures cost one unit of the streak', { maxConsecutiveFailures: 2 }, [ran('xxxxx')], 'plan 2'],
    ['AC-P5 a second failing turn reaches a streak of two', { maxConsecutiveFailures: 2, maxToolCalls: null }, [ran('xxxxx'), ran('x')], 'finalize 3 failure_cap'],
    ['AC-P5 one success resets the streak', { maxConsecutiveFailures: 2, maxToolCalls: null }, [ran('x'), ran('x.'), ran('x')], 'plan 4'],
    ['a rejected response costs a turn and is asked again with guidance', {}, [rejected()], 'plan 2 guided'],
    ['a rejected call while tools are off is asked again without tools', {}, [rejected('tool_choice', 'answer')], 'plan 2 tools off guided'],
    ['recovery stops at its limit', {}, [rejected(), rejected(), rejected()], 'fail tool_arguments'],
    ['an accepted turn resets the recovery count', {}, [rejected(), rejected(), ran('.'), rejected()], 'plan 5 guided'],
    ['an unrecoverable response fails at once', {}, [rejected('output_bounds', null)], 'fail output_bounds'],
    ['AC-C9 empty responses end in the wrap-up', {}, [rejected('empty'), rejected('empty'), rejected('empty')], 'finalize 4 empty'],
    ['a withheld response fails at once', {}, [rejected('content_filtered', null)], 'fail content_filtered'],
    ['a rejection in the last turn finalizes', { maxTurns: 1 }, [rejected()], 'finalize 2 turn_cap'],
  ])('%s', (_title, limits, outcomes, expected) => {
    expect(name(play(limits, outcomes))).toBe(expected);
  });

  it.each([
    [6, 5, 3, 1, 2], [3, 0, 4, 3, 1], [null, 99, 4, 4, 0], [0, 0, 2, 0, 2], [2, 5, 1, 0, 1],
  ] as const)('AC-C7 cap %s with %i used admits %i pending as %i and answers %i by a stub', (cap, used, pending, runs, stubs) => {
    const calls = Array.from({ length: pending }, (_, index) => index);
    const { admitted, skipped } = admit(calls, used, cap);
    expect([admitted.length, skipped.length]).toEqual([runs, stubs]);
    expect([...admitted, ...skipped]).toEqual(calls);
  });

  it('says in the stub that the limit is reached and the call was not run', () => {
    expect(skippedMessage(6)).toBe('The limit of 6 tool calls is reached; this call was not run. Answer with what is known.');
  });

  it('AC-C8 gives chat room and keeps delegated and headless runs on the same short leash', () => {
    expect(defaultRunPolicy('chat')).toMatchObject({ maxTurns: 100, maxToolCalls: null });
    expect(defaultRunPolicy('delegate')).toEqual(defaultRunPolicy('headless'));
    expect(defaultRunPolicy('headless')).toMatchObject({ maxTurns: 6, maxToolCalls: 6 });
  });
});
