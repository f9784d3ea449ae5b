import { describe, expect, it } from '@jest/globals';
import type { Attribution, HistoryMessage, MessagePart, ToolPartState } from '../../contracts/message-part.ts';
import { replayHistory, type HistoryOptions } from './history-replay.ts';

const runId = '019aacb1-5c00-7000-8000-000000000001';
const text = (value: string): MessagePart => ({ type: 'text', text: value });
const step: MessagePart = { type: 'step' };
const tool = (toolCallId: string, status: ToolPartState, attribution?: Attribution): MessagePart => ({ type: 'tool', toolCallId, toolName: toolCallId, input: { task: toolCallId }, status, ...(attribution && { attribution }) });
const handoff = { handoff: 'Billing', runId };
const message = (seq: number, role: 'user' | 'assistant', parts: MessagePart[], status: HistoryMessage['status'] = 'complete'): HistoryMessage => ({ id: `m${seq}`, seq, role, status, parts });
const options = (more: Partial<HistoryOptions> = {}): HistoryOptions => ({ maxHistory: null, outputLimit: 4000, mergeMessages: false, ...more });

describe('replayHistory', () => {
  it('AC-C13 puts call and report side by side, in the order of the steps', () => {
    const stored = [message(1, 'user', [text('Refund?')]), message(2, 'assistant', [
      step, text('Let me ask.'), tool('h1', { state: 'output', output: 'report 1' }, handoff), tool('h2', { state: 'output', output: { result: 'report 2' } }, handoff),
      tool('inner', { state: 'output', output: 'x' }, { agent: 'Billing', runId }), tool('own', { state: 'output', output: 'y' }), { type: 'reasoning', text: 'hm' },
      step, text('Done.'),
    ])];
    expect(replayHistory(stored, options())).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Refund?' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Let me ask.' }, { type: 'tool_call', toolCallId: 'h1', toolName: 'h1', input: { task: 'h1' } }, { type: 'tool_call', toolCallId: 'h2', toolName: 'h2', input: { task: 'h2' } }] },
      { role: 'tool', content: [{ type: 'tool_result', toolCallId: 'h1', toolName: 'h1', output: 'report 1' }] },
      { role: 'tool', content: [{ type: 'tool_result', toolCallId: 'h2', toolName: 'h2', output: 'report 2' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ]);
  });

  it('AC-C13 cuts a result and notes what is missing: 500 at 50 leaves 450', () => {
    const [, , result] = replayHistory([message(1, 'user', [text('a')]), message(2, 'assistant', [step, tool('h', { state: 'output', output: 'x'.repeat(500) }, handoff)])], options({ outputLimit: 50 }));
    expect(JSON.stringify(result)).toContain(`${'x'.repeat(50)}\\n[450 more characters omitted]`);
  });

  it.each<[ToolPartState, string]>([
    [{ state: 'output', output: null }, ''], [{ state: 'open' }, 'interrupted'], [{ state: 'error', code: 'subagent_failed', output: 'partly' }, 'partly'], [{ state: 'error', code: 'tool_failed' }, 'tool_failed'], [{ state: 'denied' }, 'denied'],
  ])('AC-C13 reads %j as %j', (status, expected) => {
    const result = replayHistory([message(1, 'assistant', [step, tool('h', status, handoff)])], options()).at(-1);
    expect(result).toMatchObject({ role: 'tool', content: [{ output: expected }] });
  });

  it('AC-C13 merges neighbouring text but never a handoff message or across one', () => {
    const stored = [message(1, 'user', [text('a')]), message(2, 'user', [text('b')]), message(3, 'assistant', [step, text('one'), step, text('two'), step, tool('h', { state: 'output', output: 'r' }, handoff), step, text('three')])];
    const shape = replayHistory(stored, options({ mergeMessages: true })).map(({ role, content }) => `${role}:${(content as unknown as { type: string; text?: string }[]).map((part) => part.text ?? part.type).join('|')}`);
    expect(shape).toEqual(['user:a\n\nb', 'assistant:one\n\ntwo', 'assistant:tool_call', 'tool:tool_result', 'assistant:three']);
  });

  it('keeps the newest messages and always the newest user message', () => {
    const stored = [message(1, 'user', [text('old')]), message(2, 'assistant', [text('x')]), message(3, 'user', [text('new')]), message(4, 'assistant', [text('y')]), message(5, 'assistant', [text('z')])];
    expect(replayHistory(stored, options({ maxHistory: 2 })).map(({ content }) => (content as unknown as { text: string }[])[0]!.text)).toEqual(['new', 'y', 'z']);
    expect(replayHistory(stored, options({ maxHistory: 4 }))).toHaveLength(4);
  });

  it('notes an interrupted reply', () => {
    expect(replayHistory([message(1, 'assistant', [step, text('half')], 'cancelled')], options()).at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: '[This reply was interrupted.]' }] });
  });

  it('puts handoffs before the text in records without steps', () => {
    const roles = replayHistory([message(1, 'assistant', [text('answer'), tool('h', { state: 'output', output: 'r' }, handoff)])], options()).map(({ role }) => role);
    expect(roles).toEqual(['assistant', 'tool', 'assistant']);
  });
});
