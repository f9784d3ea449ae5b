import { describe, expect, it } from '@jest/globals';
import { gate, type GatePolicy } from './gate.ts';
import type { Risk, ToolSpec } from './tool.ts';

const tool = (risk: Risk, extra: Partial<ToolSpec> = {}): ToolSpec => ({ name: 'refund_order', title: 'Refund', description: '', payload: {}, risk, idempotent: true, ...extra });
const policy = (extra: Partial<GatePolicy> = {}): GatePolicy => ({ approvalAbove: 'safe', interactive: true, ...extra });
const above100 = { confirmation: { when: { path: 'amount', above: 100 } } };

describe('gate', () => {
  it.each([
    // tool, policy, arguments -> required, approvers, reason
    [tool('safe'), policy(), {}, false, undefined, 'below_threshold'],
    [tool('high'), policy(), {}, true, 'owner', 'risk'],
    [tool('critical'), policy(), {}, true, 'manager', 'risk'],
    [tool('high'), policy({ approvalAbove: 'high' }), {}, false, undefined, 'below_threshold'],
    [tool('critical'), policy({ approvalAbove: 'high' }), {}, true, 'manager', 'risk'],
    [tool('critical'), policy({ approvalAbove: 'never' }), {}, false, undefined, 'below_threshold'],
    [tool('high'), policy({ interactive: false }), {}, true, 'manager', 'risk'],
    [tool('high', { approvers: 'manager' }), policy(), {}, true, 'manager', 'risk'],
    [tool('safe'), policy({ approvalAbove: 'never', approvalRequired: ['refund_*'] }), {}, true, 'owner', 'named'],
    [tool('safe'), policy({ approvalRequired: ['refund'] }), {}, false, undefined, 'below_threshold'],
    [tool('safe', { confirmation: {} }), policy(), {}, true, 'owner', 'condition'],
    [tool('critical', above100), policy(), { amount: 100 }, false, undefined, 'condition_not_met'],
    [tool('critical', above100), policy(), { amount: 100.01 }, true, 'manager', 'condition'],
    [tool('critical', above100), policy(), { amount: '5' }, true, 'manager', 'condition'],
    [tool('critical', above100), policy(), {}, true, 'manager', 'condition'],
    [tool('critical', above100), policy({ approvalRequired: ['*'] }), { amount: 1 }, true, 'manager', 'named'],
  ] as const)('decides row %#', (spec, rules, input, required, approvers, reason) => {
    const verdict = gate(input, spec, rules);

    expect(verdict).toEqual(required ? { required, approvers, reason } : { required, reason });
  });
});
