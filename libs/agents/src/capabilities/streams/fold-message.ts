import type { RunError } from '../../contracts/error.ts';
import type { Json } from '../../contracts/json.ts';
import type { FoldedMessage, MessagePart, MessageStatus, ToolPart, ToolPartState } from '../../contracts/message-part.ts';
import type { RunEventEnvelope } from '../../contracts/run-event.ts';
import type { MessageEnd, MessageOp, ShownCall } from './message-op.ts';
import { TreeReader } from './tree-reader.ts';

/** What the store adds that the log may lack: how the run's row ended. */
export interface KnownEnd { runId: string }

/** The message of a run tree so far: pure fold of its durable events. While the run is open it is `streaming` or `awaiting_input`. */
export function foldMessage(envelopes: readonly RunEventEnvelope[], { runId }: KnownEnd): FoldedMessage {
  const fold = new MessageFold(runId);
  for (const envelope of envelopes) fold.apply(envelope);
  return fold.message;
}

/** Takes events one by one. Order of parts = order in which they started; a result fills the part its call started. */
export class MessageFold {
  private readonly reader: TreeReader;
  private readonly parts: MessagePart[] = [];
  private status: MessageStatus = 'streaming';
  private end: MessageEnd | null = null;

  constructor(private readonly rootRunId: string) {
    this.reader = new TreeReader(rootRunId);
  }

  apply(envelope: RunEventEnvelope): void {
    for (const op of this.reader.read(envelope)) this.applyOp(op);
  }

  get message(): FoldedMessage {
    const { usage, childRuns, processingTimeMs } = this.reader;
    return {
      parts: structuredClone(this.parts),
      status: this.status,
      finishReason: this.finishReason,
      truncated: this.end?.kind === 'finish' && this.end.truncated,
      usage: usage.usage,
      processingTimeMs: this.status === 'streaming' ? null : processingTimeMs,
      childRuns: { ...childRuns },
      error: this.end?.kind === 'error' ? this.end.error : null,
    };
  }

  /** A reply that waits for a person has ended for its reader: its calls are open. */
  private get finishReason(): FoldedMessage['finishReason'] {
    if (this.end === null) return this.status === 'awaiting_input' ? 'tool-calls' : null;
    return this.end.kind === 'finish' ? this.end.finishReason : this.end.kind === 'error' ? 'error' : 'other';
  }

  private applyOp(op: MessageOp): void {
    switch (op.op) {
      case 'step': this.parts.push({ type: 'step' }); break;
      case 'text': case 'reasoning': this.parts.push({ type: op.op, text: op.text }); break;
      case 'call': this.parts.push(toolPart(op.call, { state: 'open' })); break;
      case 'invalid_call': this.parts.push({ ...toolPart({ ...op.call, input: {} }, { state: 'error', code: 'invalid_tool_input' }), rawInput: op.call.input }); break;
      case 'output': this.settle(op.toolCallId, { state: 'output', output: op.output, ...(op.skipped && { skipped: true }) }); break;
      case 'failure': this.settle(op.toolCallId, { state: 'error', code: op.code, ...outputOf(op) }); break;
      case 'denied': this.settle(op.toolCallId, { state: 'denied', ...(op.requestId !== undefined && { requestId: op.requestId }), ...outputOf(op) }); break;
      case 'approved': this.settle(op.toolCallId, { state: 'approved', requestId: op.requestId }); break;
      case 'source': { const { op: _, ...source } = op; this.parts.push({ type: 'source', ...source }); break; }
      case 'file': this.parts.push({ type: 'file', mediaType: op.mediaType, url: op.url }); break;
      case 'data': this.setData({ name: op.name, data: op.data, ...(op.id !== undefined && { id: op.id }) }); break;
      case 'request': this.showRequest(op); break;
      case 'waiting': this.status = 'awaiting_input'; break;
      case 'resumed': this.status = 'streaming'; break;
      case 'end': this.finish(op.end); break;
      case 'child': case 'reply_end': break;
    }
  }

  private settle(toolCallId: string, status: ToolPartState): void {
    const part = this.parts.find((candidate): candidate is ToolPart => candidate.type === 'tool' && candidate.toolCallId === toolCallId);
    if (part && isOpen(part.status)) part.status = status;
  }

  private showRequest({ request }: Extract<MessageOp, { op: 'request' }>): void {
    this.setData({ name: 'request', id: request.requestId, data: request as Json });
    if (request.kind === 'confirmation' && request.status === 'pending' && request.toolCallId !== undefined) this.settle(request.toolCallId, { state: 'awaiting_approval', requestId: request.requestId });
  }

  /** Same name and id replaces. */
  private setData({ name, id, data }: { name: string; id?: string; data: Json }): void {
    const known = id === undefined ? undefined : this.parts.find((part) => part.type === 'data' && part.name === name && part.id === id);
    if (known?.type === 'data') known.data = data;
    else this.parts.push({ type: 'data', name, data, ...(id !== undefined && { id }) });
  }

  private finish(end: MessageEnd): void {
    this.end = end;
    this.status = end.kind === 'finish' ? 'complete' : end.kind === 'error' ? 'error' : 'cancelled';
    const code = end.kind === 'abort' ? 'cancelled' : 'interrupted';
    for (const part of this.parts) if (part.type === 'tool' && isOpen(part.status)) part.status = { state: 'error', code };
    if (end.kind === 'error') this.parts.push({ type: 'data', name: 'error', data: errorData(end.error, this.rootRunId) });
  }
}

/** What clients are told about a failure; `ref` finds it in the log. */
export const errorData = ({ code, message, retryable }: RunError, ref: string): Json => ({ code, message, retryable, ref });

const isOpen = ({ state }: ToolPartState): boolean => state === 'open' || state === 'awaiting_approval' || state === 'approved';

const outputOf = ({ output }: { output?: Json }) => (output === undefined ? {} : { output });

function toolPart({ toolCallId, toolName, input, providerExecuted, attribution }: ShownCall, status: ToolPartState): ToolPart {
  return { type: 'tool', toolCallId, toolName, input, ...(providerExecuted && { providerExecuted }), ...(attribution && { attribution }), status };
}
