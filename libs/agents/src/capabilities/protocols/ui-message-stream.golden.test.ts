import { describe, expect, it } from '@jest/globals';
import type { LiveEventEnvelope, RunEventEnvelope } from '../../contracts/run-event.ts';
import type { UiMessageChunk } from '../../contracts/ui-message-chunk.ts';
import { callBlock, callId, childOf, EventScript, live, liveCall, liveText, rootRunId, textBlock } from '../../testing/event-script.ts';
import { UiMessageProjector, type UiProjection } from './ui-message-projector.ts';
import { sseChunk, sseDone } from './sse.ts';

const messageId = '019aacb1-5c00-7000-8000-00000000000a';
const requestId = '019aacb1-5c00-8000-8000-0000000000aa';
const project = (items: readonly (RunEventEnvelope | LiveEventEnvelope)[], options: Partial<UiProjection> = {}) => {
  const projector = new UiMessageProjector({ rootRunId, messageId, metadata: { threadId: 't' }, ...options });
  const chunks = projector.start();
  for (const item of items) chunks.push(...('seq' in item ? projector.event(item) : projector.delta(item)));
  chunks.push(...projector.caughtUp());
  return { chunks, status: projector.status };
};
/** The trace as protocols.md writes it: types, with the ids that matter. */
const trace = (chunks: readonly UiMessageChunk[]): string[] => chunks.map((chunk) => {
  switch (chunk.type) {
    case 'text-delta': case 'reasoning-delta': return `${chunk.type} ${chunk.delta}`;
    case 'tool-input-start': case 'tool-input-available': return `${chunk.type} ${chunk.toolName}${mark(chunk.providerMetadata)}`;
    case 'tool-input-delta': return `${chunk.type} ${chunk.inputTextDelta}`;
    case 'tool-output-error': case 'tool-input-error': return `${chunk.type} ${chunk.errorText}`;
    case 'finish': return `finish ${chunk.finishReason ?? '-'}`;
    case 'error': return `error ${chunk.errorText}`;
    case 'abort': return `abort ${chunk.reason ?? '-'}`;
    default: return chunk.type;
  }
});
const mark = (metadata: Record<string, Record<string, unknown>> | undefined): string => {
  const sdk = metadata?.['sdk'];
  return sdk === undefined ? '' : 'agent' in sdk ? ` agent(${String(sdk['agent'])})` : ` handoff(${String(sdk['handoff'])})`;
};

const call = callId(1, 0);
const script = () => new EventScript().workflow('planning');
const weather = (end: object) => script().turn(1, [callBlock(call, 'weather', {})]).toolStart(call, 'weather', {}).toolEnd(call, 'weather', end);
const answer = (events: EventScript, turn = 2, text = 'Sun') => events.turn(turn, [textBlock('a', text)]).end('completed', { exitReason: 'answer' });
const gated = () => script().turn(1, [callBlock(call, 'refund', { amount: 90 })])
  .add({ type: 'await_confirmation', requestId, toolCallId: call, toolName: 'refund', prompt: 'Refund?', payload: { amount: 90 }, approvers: 'manager' })
  .workflow('suspended', { status: 'suspended', waitingFor: 'waiting_human' });
const decide = (events: EventScript, approved: boolean) => events
  .add({ type: 'await_resolved', requestId, kind: 'confirmation', outcome: approved ? 'approved' : 'denied' })
  .add({ type: 'tool_authorization', toolCallId: call, toolName: 'refund', approved, summary: approved ? 'approved' : 'denied' })
  .workflow('resumed');

describe('UI message stream', () => {
  it('AC-W1 text', () => {
    const { chunks, status } = project(answer(script(), 1).envelopes);
    expect(trace(chunks)).toEqual(['start', 'start-step', 'text-start', 'text-delta Sun', 'text-end', 'finish-step', 'finish stop']);
    expect(status).toBe('ended');
    expect(chunks.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 } } });
  });

  it('AC-W1 tool, with arguments that stream; AC-W23 empty arguments become available as {}', () => {
    const [start, ...rest] = answer(weather({ result: { sky: 'clear' } })).envelopes;
    const items = [start!, liveCall(1, { toolCallId: call, toolName: 'weather' }, 0, ''), liveCall(1, { toolCallId: call, toolName: 'weather' }, 0, '{}'), ...rest];
    const { chunks } = project(items);
    expect(trace(chunks)).toEqual([
      'start', 'start-step', 'tool-input-start weather', 'tool-input-delta {}', 'tool-input-available weather', 'tool-output-available', 'finish-step',
      'start-step', 'text-start', 'text-delta Sun', 'text-end', 'finish-step', 'finish stop',
    ]);
    expect(chunks).toContainEqual({ type: 'tool-input-available', toolCallId: call, toolName: 'weather', input: {} });
  });

  it('AC-W1 a tool that fails shows its code only', () => {
    const { chunks } = project(answer(weather({ failure: { kind: 'tool_failed', message: 'secret text' } })).envelopes);
    expect(trace(chunks).slice(2, 6)).toEqual(['tool-input-start weather', 'tool-input-available weather', 'tool-output-error tool_failed', 'finish-step']);
    expect(JSON.stringify(chunks)).not.toContain('secret text');
  });

  it('AC-W1 AC-C12 a delegation holds the child calls inside its step, each marked once', () => {
    const child = childOf(call);
    const childCall = callId(1, 0, child);
    const grandchild = childOf(childCall, child);
    const events = script().turn(1, [callBlock(call, 'billing', { task: 'x' }, 'Billing')]).toolStart(call, 'billing', { task: 'x' }).link(call, 'billing', 'Billing')
      .turn(1, [textBlock('t', 'thinking aloud'), callBlock(childCall, 'ledger', { task: 'y' }, 'Ledger')], child).link(childCall, 'ledger', 'Ledger', child)
      .turn(1, [callBlock(callId(1, 0, grandchild), 'ledger', {})], grandchild).toolEnd(callId(1, 0, grandchild), 'ledger', { result: 1 }, grandchild).end('completed', {}, grandchild)
      .toolEnd(childCall, 'ledger', { result: 'done' }, child).end('completed', {}, child)
      .toolEnd(call, 'billing', { result: 'report', childRunId: child });
    const { chunks } = project(answer(events).envelopes);
    expect(trace(chunks)).toEqual([
      'start', 'start-step', 'tool-input-start billing handoff(Billing)', 'tool-input-available billing handoff(Billing)', 'data-child-run',
      'tool-input-start ledger agent(Billing)', 'tool-input-available ledger agent(Billing)', 'data-child-run',
      'tool-input-start ledger agent(Ledger)', 'tool-input-available ledger agent(Ledger)', 'tool-output-available',
      'tool-output-available', 'tool-output-available', 'finish-step', 'start-step', 'text-start', 'text-delta Sun', 'text-end', 'finish-step', 'finish stop',
    ]);
    expect(chunks[2]).toMatchObject({ providerMetadata: { sdk: { handoff: 'Billing', runId: child } } });
    expect(chunks[5]).toMatchObject({ providerMetadata: { sdk: { agent: 'Billing', runId: child } } });
    expect(JSON.stringify(chunks)).not.toContain('thinking aloud');
    expect(chunks.at(-1)).toMatchObject({ messageMetadata: { childRuns: { [call]: child }, usage: { totalTokens: 60, bySubagent: { 'agent-Billing': { totalTokens: 15 }, 'agent-Ledger': { totalTokens: 15 } } } } });
  });

  it('hides the calls of a silent child and of everything below it', () => {
    const child = childOf(call);
    const events = script().turn(1, [callBlock(call, 'billing', {}, 'Billing')]).name(child, 'Billing')
      .add({ type: 'child_run_linked', toolCallId: call, toolName: 'billing', childRunId: child, childAgentId: 'b', childAgentName: 'Billing', hidden: true })
      .turn(1, [callBlock(callId(1, 0, child), 'lookup', {})], child).toolEnd(callId(1, 0, child), 'lookup', { result: 1 }, child).end('completed', {}, child)
      .toolEnd(call, 'billing', { result: 'report' });
    expect(trace(project(answer(events).envelopes).chunks)).not.toContainEqual(expect.stringContaining('lookup'));
  });

  it('AC-W7 an approval is a data part without clientProtocol and an approval request with v6', () => {
    expect(trace(project(gated().envelopes).chunks)).toEqual(['start', 'start-step', 'tool-input-start refund', 'tool-input-available refund', 'data-request', 'finish-step', 'finish tool-calls']);
    const { chunks, status } = project(gated().envelopes, { clientProtocol: 'v6' });
    expect(trace(chunks)).toEqual(['start', 'start-step', 'tool-input-start refund', 'tool-input-available refund', 'tool-approval-request', 'finish-step', 'finish tool-calls']);
    expect(chunks).toContainEqual({ type: 'tool-approval-request', approvalId: requestId, toolCallId: call });
    expect(status).toBe('suspended');
  });

  it('AC-W7 the response after a decision holds only what follows the suspension', () => {
    const after = gated().envelopes.length;
    const approved = answer(decide(gated(), true).toolEnd(call, 'refund', { result: { ok: true } }));
    expect(trace(project(approved.envelopes, { after, clientProtocol: 'v6' }).chunks)).toEqual(['start', 'tool-output-available', 'start-step', 'text-start', 'text-delta Sun', 'text-end', 'finish-step', 'finish stop']);
    const denied = answer(decide(gated(), false).toolEnd(call, 'refund', { denied: true, result: { denied: true } }));
    expect(trace(project(denied.envelopes, { after, clientProtocol: 'v6' }).chunks)[1]).toBe('tool-output-denied');
    expect(trace(project(denied.envelopes, { after }).chunks).slice(1, 3)).toEqual(['data-request', 'tool-output-error denied']);
  });

  it('AC-W3 a replay runs across suspensions without inner start or finish', () => {
    const approved = answer(decide(gated(), true).toolEnd(call, 'refund', { result: { ok: true } }));
    expect(trace(project(approved.envelopes, { clientProtocol: 'v6' }).chunks)).toEqual([
      'start', 'start-step', 'tool-input-start refund', 'tool-input-available refund', 'tool-approval-request', 'tool-output-available', 'finish-step',
      'start-step', 'text-start', 'text-delta Sun', 'text-end', 'finish-step', 'finish stop',
    ]);
  });

  it('does not end while another part of the tree can go on', () => {
    const child = childOf(call);
    const asking = script().turn(1, [callBlock(call, 'a', {}, 'A'), callBlock(callId(1, 1), 'b', {}, 'B')]).link(call, 'a', 'A').link(callId(1, 1), 'b', 'B')
      .add({ type: 'await_clarification', requestId, question: 'Which?' }, child).workflow('suspended', { waitingFor: 'waiting_human' }, child).workflow('suspended', { waitingFor: 'waiting_child' });
    expect(project(asking.envelopes).status).toBe('streaming');
    asking.workflow('suspended', { waitingFor: 'waiting_timer' }, childOf(callId(1, 1)));
    expect(project(asking.envelopes).status).toBe('streaming');
    asking.end('completed', {}, childOf(callId(1, 1)));
    expect(project(asking.envelopes).status).toBe('streaming'); // the root was woken by it
    asking.workflow('suspended', { waitingFor: 'waiting_child' });
    const { chunks, status } = project(asking.envelopes);
    expect(status).toBe('suspended');
    expect(trace(chunks)).toContain('text-delta Which?');
  });

  it('AC-W13 a failure before any output', () => {
    const { chunks } = project(script().end('failed', { failure: { kind: 'provider_unavailable', message: 'Down.', retryable: true } }).envelopes);
    expect(trace(chunks)).toEqual(['start', 'data-error', 'error provider_unavailable']);
    expect(chunks[1]).toEqual({ type: 'data-error', data: { code: 'provider_unavailable', message: 'Down.', retryable: true, ref: rootRunId } });
  });

  it('AC-W13 a failure after output closes blocks, calls and step first', () => {
    const events = script().turn(1, [textBlock('a', 'Let me see'), callBlock(call, 'weather', {})]).end('failed', { failure: { kind: 'output_contract', message: 'Bad.' } });
    expect(trace(project(events.envelopes).chunks).slice(3)).toEqual(['text-delta Let me see', 'text-end', 'tool-input-start weather', 'tool-input-available weather', 'tool-output-error interrupted', 'finish-step', 'data-error', 'error output_contract']);
  });

  it('AC-W12 stop', () => {
    const [start, ...rest] = script().end('cancelled', { cancellation: { reason: 'user_requested' } }).envelopes;
    const items = [start!, liveText(1, 'a', 0, 'Half a'), ...rest];
    expect(trace(project(items).chunks)).toEqual(['start', 'start-step', 'text-start', 'text-delta Half a', 'text-end', 'finish-step', 'abort user_requested']);
    expect(trace(project(items, { strict: true }).chunks).at(-1)).toBe('abort -');
  });

  it('keeps what a rejected response showed; its calls end as errors and the next attempt follows', () => {
    const events = script().rejected(1, [textBlock('a', 'Looking.'), callBlock(call, 'weather', { city: 7 })]).turn(2, [callBlock(callId(2, 0), 'weather', { city: 'Utrecht' })]).toolEnd(callId(2, 0), 'weather', { result: 1 });
    const shown = ['start', 'start-step', 'text-start', 'text-delta Looking.', 'text-end', 'tool-input-start weather'];
    expect(trace(project(answer(events, 3).envelopes).chunks).slice(0, 9)).toEqual([...shown, 'tool-input-error invalid_tool_input', 'finish-step', 'start-step']);
    expect(trace(project(answer(events, 3).envelopes, { strict: true }).chunks).slice(0, 9)).toEqual([...shown, 'tool-input-available weather', 'tool-output-error invalid_tool_input', 'finish-step']);
  });

  it('AC-C7 stubs are shown with what they say', () => {
    const { chunks } = project(answer(weather({ result: { skipped: 'The limit is reached.' }, skipped: true })).envelopes);
    expect(chunks).toContainEqual({ type: 'tool-output-available', toolCallId: call, output: { skipped: 'The limit is reached.' } });
  });

  it('AC-W1 strict mode leaves out what the oldest clients do not know', () => {
    const events = script().turn(1, [callBlock(call, 'billing', {}, 'Billing')]).link(call, 'billing', 'Billing').toolEnd(call, 'billing', { result: 'report' });
    const { chunks } = project(answer(events).envelopes, { strict: true, clientProtocol: 'v6' });
    expect(chunks[2]).toEqual({ type: 'tool-input-start', toolCallId: call, toolName: 'billing' });
    expect(chunks[3]).toHaveProperty('providerMetadata');
    expect(chunks.at(-1)).not.toHaveProperty('finishReason');
    expect(chunks.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'stop' } });
  });

  it('AC-W6 equal provider ids in root and child are two parts', () => {
    const child = childOf(call);
    const same = { providerCallId: 'call_1' };
    const events = script().turn(1, [{ ...callBlock(call, 'b', {}, 'B'), ...same } as never]).link(call, 'b', 'B')
      .turn(1, [{ ...callBlock(callId(1, 0, child), 'b', {}), ...same } as never], child).toolEnd(callId(1, 0, child), 'b', { result: 1 }, child).end('completed', {}, child).toolEnd(call, 'b', { result: 2 });
    const ids = project(answer(events).envelopes).chunks.flatMap((chunk) => (chunk.type === 'tool-output-available' ? [chunk.toolCallId] : []));
    expect(ids).toEqual([callId(1, 0, child), call]);
  });

  it('shows sources behind the text, citations by index', () => {
    const events = script().turn(1, [textBlock('a', 'See.'), { type: 'source', sourceId: 's1', sourceType: 'url', url: 'https://example.com' }])
      .add({ type: 'source', sourceId: 'd:1', title: 'Handbook', index: 1 }).end('completed');
    const { chunks } = project(events.envelopes);
    expect(trace(chunks).slice(-5)).toEqual(['text-end', 'source-url', 'source-document', 'finish-step', 'finish stop']);
    expect(chunks).toContainEqual({ type: 'source-document', sourceId: 'd:1', mediaType: 'text/plain', title: 'Handbook', providerMetadata: { citation: { index: 1 } } });
  });
});

describe('live deltas', () => {
  const [start, turn, ...rest] = answer(script(), 1, 'Hello world').envelopes;

  it('are completed by the durable event and dropped where they repeat', () => {
    const items = [start!, liveText(1, 'a', 0, 'Hel'), liveText(1, 'a', 0, 'Hello'), turn!, liveText(1, 'a', 5, ' world'), ...rest];
    expect(trace(project(items).chunks)).toEqual(['start', 'start-step', 'text-start', 'text-delta Hel', 'text-delta lo', 'text-delta  world', 'text-end', 'finish-step', 'finish stop']);
  });

  it('are not sent after a gap', () => {
    const items = [start!, liveText(1, 'a', 0, 'Hel'), liveText(1, 'a', 6, 'world'), turn!, ...rest];
    expect(trace(project(items).chunks).slice(3, 5)).toEqual(['text-delta Hel', 'text-delta lo world']);
    expect(trace(project([start!, liveText(1, 'a', 6, 'world'), turn!, ...rest]).chunks)[3]).toBe('text-delta Hello world');
  });

  it('that came after a gap are sent once stored text fills it, a block behind it too', () => {
    const items = [start!, liveText(1, 'a', 0, 'He'), liveText(1, 'a', 6, 'wor'), liveText(1, 'a', 0, 'Hello '), liveText(1, 'a', 9, 'ld'), turn!, ...rest];
    expect(trace(project(items).chunks)).toEqual(['start', 'start-step', 'text-start', 'text-delta He', 'text-delta llo ', 'text-delta wor', 'text-delta ld', 'text-end', 'finish-step', 'finish stop']);
    const two = [start!, liveText(1, 'a', 4, 'o'), liveText(1, 'b', 0, 'Next'), liveText(1, 'a', 0, 'Hell')];
    expect(trace(project(two).chunks)).toEqual(['start', 'start-step', 'text-start', 'text-delta Hell', 'text-delta o', 'text-end', 'text-start', 'text-delta Next']);
  });

  it('of the next turn wait until the results of this one are sent', () => {
    const events = answer(weather({ result: 1 })).envelopes;
    const early = liveText(2, 'a', 0, 'Su');
    const items = [...events.slice(0, 2), early, ...events.slice(2)];
    const sequence = trace(project(items).chunks);
    expect(sequence.indexOf('text-delta Su')).toBeGreaterThan(sequence.indexOf('tool-output-available'));
    expect(sequence).toContain('text-delta n');
  });

  it('of a second attempt make the client read the message again, unless nothing was sent', () => {
    const reset = live({ type: 'assistant_reset', stepKey: 't1/llm', attempt: 2 });
    const { chunks, status } = project([start!, liveText(1, 'a', 0, 'Hel'), reset, liveText(1, 'a', 0, 'Good', 2), turn!, ...rest]);
    expect(trace(chunks).slice(-2)).toEqual(['text-end', 'data-reconnect']);
    expect(status).toBe('reconnect');
    expect(project([start!, reset, liveText(1, 'a', 0, 'Hello', 2), turn!, ...rest]).status).toBe('ended');
    expect(project([start!, liveText(1, 'a', 0, 'Bye'), turn!, ...rest]).status).toBe('reconnect');
  });

  it('of children are never sent', () => {
    const child = { ...liveText(1, 'a', 0, 'Inner'), runId: childOf(call) };
    expect(trace(project([start!, child, turn!, ...rest]).chunks)).not.toContain('text-delta Inner');
  });
});

describe('SSE', () => {
  it('writes one line of JSON per chunk and one end', () => {
    expect(sseChunk({ type: 'text-delta', id: 'a', delta: 'a\nb\u2028' })).toBe('data: {"type":"text-delta","id":"a","delta":"a\\nb\u2028"}\n\n');
    expect(sseDone).toBe('data: [DONE]\n\n');
  });
});
