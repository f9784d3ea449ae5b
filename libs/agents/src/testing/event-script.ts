import type { Json } from '../contracts/json.ts';
import type { LiveEvent, LiveEventEnvelope, ModelBlock, RunEvent, RunEventEnvelope } from '../contracts/run-event.ts';
import { childRunId, toolCallId } from '../kernel/ids.ts';

export const rootRunId = '019aacb1-5c00-7000-8000-000000000001';
const streamId = '019aacb1-5c00-7000-8000-00000000000f';
const startMs = Date.UTC(2026, 0, 1);

/** Our id of the nth call of a turn, as the run context derives it. */
export const callId = (turn: number, index: number, runId: string = rootRunId): string => toolCallId(runId, turn, index);
export const childOf = (call: string, runId: string = rootRunId): string => childRunId(runId, call);

export const textBlock = (id: string, text: string): ModelBlock => ({ type: 'text', id, text });
export const callBlock = (toolCallId: string, toolName: string, input: Json, handoff?: string): ModelBlock => ({ type: 'tool_call', toolCallId, toolName, input, ...(handoff && { handoff }) });

/** Writes the event log of a run tree as the engine would: numbered in commit order, one second apart. */
export class EventScript {
  readonly envelopes: RunEventEnvelope[] = [];
  private readonly names = new Map([[rootRunId, 'Root']]);

  name(runId: string, agentName: string): this {
    this.names.set(runId, agentName);
    return this;
  }

  add(event: RunEvent, runId: string = rootRunId): this {
    const seq = this.envelopes.length + 1;
    const agentName = this.names.get(runId) ?? runId;
    this.envelopes.push({ seq, streamId, runId, rootRunId, agentId: `agent-${agentName}`, agentName, at: new Date(startMs + seq * 1000).toISOString(), event });
    return this;
  }

  turn(turn: number, blocks: ModelBlock[], runId: string = rootRunId): this {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
    const final = !blocks.some(({ type }) => type === 'tool_call');
    return this.add({ type: 'assistant_turn', turn, text, blocks, final, finishReason: final ? 'stop' : 'tool_calls', stepKey: `t${turn}/llm` }, runId)
      .add({ type: 'usage', model: 'mock/text', usage: { inputTokens: 10, outputTokens: 5 }, costMicros: 15 }, runId);
  }

  rejected(turn: number, blocks: ModelBlock[], runId: string = rootRunId): this {
    return this.add({ type: 'model_output_rejected', turn, attempt: 1, kind: 'tool_arguments', recoverable: 'calls', blocks, reason: 'why' }, runId);
  }

  toolStart(toolCallId: string, toolName: string, payload: Json, runId: string = rootRunId): this {
    return this.add({ type: 'tool_start', toolCallId, toolName, title: toolName, payload }, runId);
  }

  toolEnd(toolCallId: string, toolName: string, end: Partial<Extract<RunEvent, { type: 'tool_end' }>>, runId: string = rootRunId): this {
    return this.add({ type: 'tool_end', toolCallId, toolName, durationMs: 1, ...end }, runId);
  }

  link(call: string, toolName: string, agentName: string, runId: string = rootRunId): this {
    const child = childOf(call, runId);
    return this.name(child, agentName).add({ type: 'child_run_linked', toolCallId: call, toolName, childRunId: child, childAgentId: `agent-${agentName}`, childAgentName: agentName }, runId);
  }

  workflow(phase: Extract<RunEvent, { type: 'workflow' }>['phase'], more: object = {}, runId: string = rootRunId): this {
    return this.add({ type: 'workflow', phase, ...more }, runId);
  }

  end(phase: 'completed' | 'failed' | 'cancelled', more: object = {}, runId: string = rootRunId): this {
    return this.workflow(phase, { status: phase, ...more }, runId).add({ type: 'run_stream_end' }, runId);
  }
}

export const liveText = (turn: number, blockId: string, offset: number, text: string, attempt = 1): LiveEventEnvelope =>
  live({ type: 'assistant_reply', stepKey: `t${turn}/llm`, attempt, blockId, kind: 'text', offset, text });

export const liveCall = (turn: number, call: { toolCallId: string; toolName: string; handoff?: string }, offset: number, text: string): LiveEventEnvelope =>
  live({ type: 'tool_call_args_delta', stepKey: `t${turn}/llm`, attempt: 1, offset, text, ...call });

export const live = (event: LiveEvent): LiveEventEnvelope => ({ streamId, runId: rootRunId, agentId: 'agent-Root', event });
