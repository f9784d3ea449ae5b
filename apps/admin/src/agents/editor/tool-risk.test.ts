import { describe, expect, it } from '@jest/globals';
import { asksFirst } from './tool-risk.ts';

const tool = (id: string, risk: 'safe' | 'high' | 'critical') => ({ id, risk });

describe('whether a tool asks a person first', () => {
  it('compares its risk with the threshold', () => {
    expect(asksFirst(tool('read', 'safe'), {})).toBe(false);
    expect(asksFirst(tool('send', 'high'), {})).toBe(true);
    expect(asksFirst(tool('send', 'high'), { approvalAbove: 'high' })).toBe(false);
    expect(asksFirst(tool('pay', 'critical'), { approvalAbove: 'never' })).toBe(false);
  });

  it('asks for tools named by a pattern whatever their risk', () => {
    expect(asksFirst(tool('refund_order', 'safe'), { approvalAbove: 'never', approvalRequired: ['refund_*'] })).toBe(true);
    expect(asksFirst(tool('a_refund_order', 'safe'), { approvalRequired: ['refund_*'] })).toBe(false);
    expect(asksFirst(tool('refundXorder', 'safe'), { approvalRequired: ['refund.order'] })).toBe(false);
  });
});
