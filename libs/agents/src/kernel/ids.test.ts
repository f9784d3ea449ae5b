import { describe, expect, it } from '@jest/globals';
import { childRunId, derivedId, newId, toolCallId } from './ids.ts';

describe('ids', () => {
  it('makes UUID v7 ids whose text order is their time order', () => {
    const earlier = newId(1_764_000_000_000);
    const later = newId(1_764_000_000_001);

    expect(earlier).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(earlier < later).toBe(true);
    expect(newId()).not.toBe(newId());
  });

  it('AC-P24 derives the same child for the same call, with the parent\'s time in front', () => {
    const parent = '019aacb1-5c00-7000-8000-000000000001';

    const child = childRunId(parent, 'call_00000000000000000000000000000000');

    expect(child).toBe('019aacb1-5c00-8f6e-8a7b-f686be7e6d24');
    expect(childRunId(parent, 'call_ffffffffffffffffffffffffffffffff')).not.toBe(child);
  });

  it('derives call ids from run, turn and index by the fixed vector', () => {
    expect(toolCallId('019aacb1-5c00-7000-8000-000000000001', 1, 0)).toBe('call_497535e40e062fd2ed1a5950e5753ab1');
  });

  it('derives request ids from the asking step only', () => {
    const ask = ['019aacb1-5c00-7000-8000-000000000001', '0', 't1/tool/call_1/gate'] as const;

    expect(derivedId(...ask)).toBe(derivedId(...ask));
    expect(derivedId(...ask)).not.toBe(derivedId(ask[0], '1', ask[2]));
  });
});
