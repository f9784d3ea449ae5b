import { describe, expect, it } from '@jest/globals';
import type { LiveEventEnvelope, RunEvent, RunEventEnvelope } from '@roster/agents/contracts';
import { addEvent, addLive, emptyTree, type RunTree } from './run-tree.ts';

const root = 'root';
const child = 'child';
let seq = 0;
const event = (runId: string, payload: Partial<RunEvent> & { type: RunEvent['type'] }): RunEventEnvelope => ({ seq: ++seq, streamId: 's', runId, rootRunId: root, agentId: 'a', agentName: runId, at: '', event: payload as RunEvent });
const delta = (text: string, offset: number): LiveEventEnvelope => ({ streamId: 's', runId: root, agentId: 'a', event: { type: 'assistant_reply', stepKey: 't0/llm', attempt: 1, blockId: 'b', kind: 'text', offset, text } });
const fold = (events: readonly RunEventEnvelope[]) => events.reduce(addEvent, emptyTree(root));
const turn = (text: string, final = false): Partial<RunEvent> & { type: 'assistant_turn' } => ({ type: 'assistant_turn', turn: 0, text, blocks: [], final, finishReason: 'stop', stepKey: 't0/llm' });

describe('a run as a tree', () => {
  const call = { toolCallId: 'c1', toolName: 'orders' };
  const story = () => {
    seq = 0;
    return [
      event(root, { type: 'workflow', phase: 'prompted', status: 'running' }),
      event(root, { type: 'tool_start', ...call, title: 'Orders', payload: { task: 'Find 1042' } }),
      event(root, { type: 'child_run_linked', ...call, childRunId: child, childAgentId: 'b', childAgentName: 'Orders' }),
      event(child, { type: 'tool_start', toolCallId: 'c2', toolName: 'look_up', title: 'Look up', payload: {} }),
      event(child, { type: 'tool_end', toolCallId: 'c2', toolName: 'look_up', result: { found: true }, durationMs: 4 }),
      event(child, { type: 'workflow', phase: 'completed', status: 'completed' }),
      event(child, { type: 'run_stream_end' }),
      event(root, { type: 'tool_end', ...call, result: 'Found.', durationMs: 40 }),
      event(root, turn('It is on its way.', true)),
      event(root, { type: 'workflow', phase: 'completed', status: 'completed' }),
      event(root, { type: 'run_stream_end' }),
    ];
  };

  it('AC-A9 ties a child run to the call that started it and keeps its own calls in its lane', () => {
    const tree = fold(story());
    expect(tree.lanes[root]?.items).toMatchObject([{ kind: 'call', childRunId: child, outcome: { state: 'done' } }, { kind: 'text', text: 'It is on its way.', final: true }]);
    expect(tree.lanes[child]).toMatchObject({ status: 'completed', ended: true, items: [{ kind: 'call', toolName: 'look_up' }] });
    expect(tree.ended).toBe(true);
  });

  it('AC-A9 reads the same tree live as after a reload, also when replay and live overlap', () => {
    const events = story();
    const live = events.reduce<RunTree>((tree, next, index) => (index < 5 ? addEvent(addEvent(tree, next), next) : addEvent(tree, next)), emptyTree(root));
    expect(live).toEqual(fold(events));
    expect(events.slice(3).reduce(addEvent, live)).toEqual(live);
  });

  it('shows text while it is written and replaces it by the finished turn', () => {
    seq = 0;
    const started = fold([event(root, { type: 'workflow', phase: 'prompted', status: 'running' })]);
    const writing = [delta('It is ', 0), delta('on', 6), delta('is on', 3)].reduce(addLive, started);
    expect(writing.lanes[root]?.items).toMatchObject([{ kind: 'text', text: 'It is on', final: false }]);
    expect(addEvent(writing, event(root, turn('It is on its way.'))).lanes[root]?.items).toMatchObject([{ text: 'It is on its way.' }]);
  });

  it('drops the text of an attempt that was given up', () => {
    seq = 0;
    const writing = addLive(fold([event(root, { type: 'workflow', phase: 'prompted' })]), delta('Half', 0));
    const reset = addLive(writing, { streamId: 's', runId: root, agentId: 'a', event: { type: 'assistant_reset', stepKey: 't0/llm', attempt: 1 } });
    expect(reset.lanes[root]?.items).toEqual([]);
  });

  it('shows a request until it is resolved, and then how', () => {
    seq = 0;
    const request = { type: 'await_confirmation', requestId: 'q', ...call, prompt: 'Refund €150?', payload: {}, approvers: 'manager' } as const;
    const waiting = fold([event(root, request), event(root, { type: 'workflow', phase: 'suspended', status: 'suspended', waitingFor: 'waiting_human' })]);
    expect(waiting.lanes[root]).toMatchObject({ status: 'suspended', waitingFor: 'waiting_human', items: [{ text: 'Refund €150?', outcome: null }] });
    expect(addEvent(waiting, event(root, { type: 'await_resolved', requestId: 'q', kind: 'confirmation', outcome: 'approved' })).lanes[root]?.items).toMatchObject([{ outcome: 'approved' }]);
  });

  it('tells denied, skipped and failed calls apart', () => {
    seq = 0;
    const end = (id: string, rest: object) => [event(root, { type: 'tool_start', toolCallId: id, toolName: id, title: id, payload: {} }), event(root, { type: 'tool_end', toolCallId: id, toolName: id, durationMs: 1, ...rest })];
    const tree = fold([...end('a', { denied: true }), ...end('b', { skipped: true }), ...end('c', { failure: { kind: 'tool_failed', message: 'No.' } })]);
    expect(tree.lanes[root]?.items.map((item) => (item.kind === 'call' ? item.outcome.state : ''))).toEqual(['denied', 'skipped', 'failed']);
  });
});
