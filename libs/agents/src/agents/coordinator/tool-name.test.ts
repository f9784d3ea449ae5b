import { describe, expect, it } from '@jest/globals';
import { distinctName, subagentToolName, toolName } from './tool-name.ts';

describe('tool names', () => {
  it('AC-C3 replaces other characters and cuts long names to 55 and a hash of the whole', () => {
    expect(toolName('orders.look up')).toBe('orders_look_up');
    const long = toolName('a'.repeat(70));
    expect(long).toMatch(/^a{55}_[0-9a-f]{8}$/);
    expect(toolName(`${'a'.repeat(69)}b`)).not.toBe(long);
    expect(toolName('b'.repeat(64))).toBe('b'.repeat(64));
  });

  it.each([['Billing Desk', 'X', 'billing_desk'], ['Crème  Brûlée!', 'X', 'creme_brulee'], ['客服', 'HelpDeskAgent', 'help_desk_agent'], ['__ A1 __', 'X', 'a1'], ['ﬁne', 'X', 'fine']])('AC-C4 names the tool of %s', (displayName, className, expected) => {
    expect(subagentToolName(displayName, className)).toBe(expected);
  });

  it('AC-C4 appends 6 hex of the later id, all of it when that is taken too', () => {
    const id = '6010b7a9-8b99-5b9b-950f-f2a937fc7924';
    expect(distinctName('billing', id, new Set(['billing']))).toBe('billing_6010b7');
    expect(distinctName('billing', id, new Set(['billing', 'billing_6010b7']))).toBe('billing_6010b7a98b995b9b950ff2a937fc7924');
  });
});
