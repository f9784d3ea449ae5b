import type { JsonObject } from '../../contracts/json.ts';
import type { LiveEventEnvelope, RunEventEnvelope } from '../../contracts/run-event.ts';
import type { UiMessageChunk } from '../../contracts/ui-message-chunk.ts';
import type { ClientProtocol } from '../../contracts/chat-request.ts';
import { childRunId } from '../../kernel/ids.ts';
import { finishMetadata } from '../streams/finish-metadata.ts';
import { errorData } from '../streams/fold-message.ts';
import type { MessageEnd, MessageOp } from '../streams/message-op.ts';
import { TreeReader } from '../streams/tree-reader.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { LiveStep, turnOf, type StepDelta, type TakenDelta } from './live-step.ts';

export interface UiProjection {
  rootRunId: string;
  /** Id of the assistant message, minted before the first byte. */
  messageId: string;
  /** threadId, runId, agentId, agentName, revision?, configurationHash, createdAt. */
  metadata: JsonObject;
  clientProtocol?: ClientProtocol;
  strict?: boolean;
  /** The client's message holds everything up to this position of the stream: read silently (continuing after a decision). */
  after?: number;
}

/** `suspended`: the tree waits for a person. `reconnect`: what was sent cannot be completed, the client reads the message again. */
export type ProjectionState = 'streaming' | 'ended' | 'suspended' | 'reconnect';

/**
 * One run tree as a UI message stream (docs/events.md). Pure: give it the durable events in order and the live deltas as they
 * come; what it returns is to be sent. Durable events decide, deltas only fill a block earlier: they are matched by offset,
 * held back until everything before them is durable, and completed by the durable event.
 */
export class UiMessageProjector {
  private readonly reader: TreeReader;
  private readonly writer: ChunkWriter;
  private state: ProjectionState = 'streaming';
  private isMuted: boolean;
  private waitingFor: 'human' | 'operator' | null = null;
  private settledTurn = 0;
  /** The root's calls without a result. */
  private readonly openRootCalls = new Set<string>();
  private live: LiveStep | null = null;
  private readonly early: StepDelta[] = [];
  /** Index into the live step's blocks while a durable reply is read. */
  private matched = 0;
  private turn: number | null = null;

  constructor(private readonly projection: UiProjection) {
    this.reader = new TreeReader(projection.rootRunId);
    this.writer = new ChunkWriter({ strict: projection.strict ?? false, approvals: !projection.strict && (projection.clientProtocol === 'v6' || projection.clientProtocol === 'v7') });
    this.isMuted = projection.after !== undefined;
  }

  get status(): ProjectionState {
    return this.state;
  }

  /** The first chunk of every stream. */
  start(): UiMessageChunk[] {
    return [{ type: 'start', messageId: this.projection.messageId, messageMetadata: this.projection.metadata }];
  }

  event(envelope: RunEventEnvelope): UiMessageChunk[] {
    if (this.state !== 'streaming') return [];
    if (this.isMuted && envelope.seq > this.projection.after!) this.unmute();
    for (const op of this.reader.read(envelope)) if (this.state === 'streaming') this.apply(op);
    this.takeEarly();
    return this.flush();
  }

  delta({ runId, event }: LiveEventEnvelope): UiMessageChunk[] {
    if (runId !== this.projection.rootRunId || this.state !== 'streaming' || this.isMuted) return [];
    if (event.type === 'assistant_reset') this.reset(event.stepKey, event.attempt);
    if (event.type === 'assistant_reply' || event.type === 'tool_call_args_delta') {
      this.early.push(event);
      this.takeEarly();
    }
    return this.flush();
  }

  /** Call when every event committed so far was given: a tree that waits for a person ends its stream here. */
  caughtUp(): UiMessageChunk[] {
    if (this.state !== 'streaming') return [];
    if (this.isMuted) this.unmute();
    if (this.waitingFor === null) return this.flush();
    if (this.waitingFor === 'operator') this.writer.write({ type: 'data-status', data: { state: 'awaiting_operator' }, transient: true });
    this.writer.closeStep();
    this.finish({ kind: 'finish', finishReason: 'tool-calls', truncated: false });
    this.state = 'suspended';
    return this.flush();
  }

  private unmute(): void {
    this.isMuted = false;
    // The stream the client read before closed its step.
    this.writer.closeStep();
    this.writer.take();
  }

  private flush(): UiMessageChunk[] {
    const chunks = this.writer.take();
    return this.isMuted ? [] : chunks;
  }

  private apply(op: MessageOp): void {
    switch (op.op) {
      case 'step': return this.beginStep(op.turn);
      case 'text': case 'reasoning': return this.text(op);
      case 'call': return this.call(op);
      case 'invalid_call': this.match(op.call.toolCallId); return this.writer.invalidCall(op.call);
      case 'reply_end': return this.endReply(op.turn);
      case 'output': this.openRootCalls.delete(op.toolCallId); return this.writer.output(op.toolCallId, op.output);
      case 'failure': this.openRootCalls.delete(op.toolCallId); return this.writer.failure(op.toolCallId, op.code);
      case 'denied': this.openRootCalls.delete(op.toolCallId); return this.writer.denied(op);
      case 'child': return this.writer.write({ type: 'data-child-run', data: { toolCallId: op.toolCallId, childRunId: op.childRunId, agentId: op.agentId }, transient: true });
      case 'source': return this.writer.source(op);
      case 'file': this.writer.closeText(); return this.writer.write({ type: 'file', url: op.url, mediaType: op.mediaType });
      case 'data': this.writer.closeText(); return this.writer.write({ type: `data-${op.name}`, data: op.data, ...(op.id !== undefined && { id: op.id }) });
      case 'request': return this.writer.request(op);
      case 'waiting': this.waitingFor = op.for; return;
      case 'resumed': this.waitingFor = null; return;
      case 'approved': return;
      case 'end': return this.end(op.end);
    }
  }

  private beginStep(turn: number | null): void {
    this.turn = turn;
    this.matched = 0;
    if (this.live?.turn !== turn || !this.live?.hasSent) this.writer.openStep();
    if (this.live?.turn !== turn) this.live = null;
  }

  private text({ op, blockId, text }: Extract<MessageOp, { op: 'text' | 'reasoning' }>): void {
    const block = this.match(blockId);
    if (this.state !== 'streaming') return;
    const sent = block?.sent ?? '';
    // A reply that broke off is stored as far as it got; what was sent beyond that stays where it is.
    if (sent.startsWith(text) && sent.length > text.length) return;
    if (!text.startsWith(sent) || (block !== null && !block.isOpen && sent !== text)) return this.reconnect('text');
    if (block !== null && !block.isOpen) return;
    this.writer.text(op, this.blockKey(blockId), text.slice(sent.length));
    this.writer.closeText();
  }

  private call({ call }: Extract<MessageOp, { op: 'call' }>): void {
    if (call.attribution === undefined || 'handoff' in call.attribution) {
      this.match(call.toolCallId);
      this.openRootCalls.add(call.toolCallId);
    }
    if (this.state === 'streaming') this.writer.call(call);
  }

  /** Blocks of a durable reply come in the order in which their deltas began, or they were not sent at all. */
  private match(id: string): LiveStep['blocks'][number] | null {
    const sent = this.turn === null ? undefined : this.live?.blocks[this.matched];
    if (sent === undefined) return null;
    if (sent.id !== id) {
      this.reconnect('order');
      return null;
    }
    this.matched++;
    return sent;
  }

  private endReply(turn: number): void {
    for (const block of this.live?.blocks.slice(this.matched) ?? []) {
      if (block.kind === 'call') this.writer.failure(block.id, 'interrupted');
    }
    this.writer.closeText();
    this.live = null;
    this.turn = null;
    this.settledTurn = turn;
  }

  /** Deltas of the next turn wait until the results of this one are durable and sent. */
  private takeEarly(): void {
    while (this.early.length > 0 && this.state === 'streaming') {
      const delta = this.early[0]!;
      const turn = turnOf(delta.stepKey);
      if (turn !== null && turn > this.settledTurn && (turn > this.settledTurn + 1 || this.openRootCalls.size > 0 || this.waitingFor !== null)) return;
      this.early.shift();
      if (turn !== null && turn > this.settledTurn) this.sendDelta(turn, delta);
    }
  }

  private sendDelta(turn: number, delta: StepDelta): void {
    if (this.live !== null && delta.attempt > this.live.attempt) this.reset(delta.stepKey, delta.attempt);
    if (this.state !== 'streaming' || (this.live !== null && delta.attempt < this.live.attempt)) return;
    this.live ??= new LiveStep(turn, delta.attempt);
    const isFirst = !this.live.hasSent;
    const taken = this.live.take(delta);
    if (isFirst && taken.length > 0) this.writer.openStep();
    for (const each of taken) this.writeDelta(turn, each);
  }

  private writeDelta(turn: number, { delta, text, began }: TakenDelta): void {
    if (delta.type === 'assistant_reply') return this.writer.text(delta.kind, `t${turn}:${delta.blockId}`, text);
    const attribution = delta.handoff === undefined ? undefined : { handoff: delta.handoff, runId: childRunId(this.projection.rootRunId, delta.toolCallId) };
    if (began) this.writer.beginCall({ toolCallId: delta.toolCallId, toolName: delta.toolName, ...(attribution && { attribution }) });
    this.writer.callDelta(delta.toolCallId, text);
  }

  /** The step runs again: what was sent of its last attempt cannot be taken back. */
  private reset(stepKey: string, attempt: number): void {
    const turn = turnOf(stepKey);
    if (turn === null || turn <= this.settledTurn) return;
    if (this.live?.turn === turn && this.live.attempt < attempt && this.live.hasSent) return this.reconnect('restarted');
    if (this.live === null || this.live.attempt < attempt) this.live = new LiveStep(turn, attempt);
  }

  private blockKey(blockId: string): string {
    return this.turn === null ? blockId : `t${this.turn}:${blockId}`;
  }

  private reconnect(reason: string): void {
    if (this.state !== 'streaming' || this.isMuted) return;
    this.writer.closeText();
    this.writer.write({ type: 'data-reconnect', data: { reason }, transient: true });
    this.state = 'reconnect';
  }

  private end(end: MessageEnd): void {
    this.writer.closeAll(end.kind === 'abort' ? 'cancelled' : 'interrupted');
    switch (end.kind) {
      case 'finish':
        this.finish(end);
        break;
      case 'error':
        this.writer.write({ type: 'data-error', data: errorData(end.error, this.projection.rootRunId) });
        this.writer.write({ type: 'error', errorText: end.error.code });
        break;
      case 'abort':
        this.writer.write({ type: 'abort', ...(!this.projection.strict && { reason: end.reason }) });
        break;
    }
    this.state = 'ended';
  }

  private finish({ finishReason, truncated }: Extract<MessageEnd, { kind: 'finish' }>): void {
    const { usage: { usage }, childRuns, processingTimeMs } = this.reader;
    const messageMetadata = finishMetadata({ status: 'complete', finishReason, usage, processingTimeMs, truncated, childRuns });
    this.writer.write({ type: 'finish', ...(!this.projection.strict && { finishReason }), messageMetadata });
  }
}
