import type { Attribution } from '../../contracts/message-part.ts';
import type { Json } from '../../contracts/json.ts';
import type { UiMessageChunk } from '../../contracts/ui-message-chunk.ts';
import { uiCitation, uiInput, uiMark, uiOutput } from './ui-values.ts';
import type { MessageOp, ShownCall } from '../streams/message-op.ts';

export interface ChunkDialect {
  /** Oldest clients: no field or chunk they do not know. */
  strict: boolean;
  /** Clients that know approval chunks (v6, v7). */
  approvals: boolean;
}

/** Writes well-formed chunk sequences: blocks and steps are closed before what may not lie in them; every call ends once. */
export class ChunkWriter {
  private readonly chunks: UiMessageChunk[] = [];
  private isStepOpen = false;
  private openText: { id: string; kind: 'text' | 'reasoning' } | null = null;
  private readonly begun = new Set<string>();
  private readonly openCalls = new Set<string>();

  constructor(private readonly dialect: ChunkDialect) {}

  take(): UiMessageChunk[] {
    return this.chunks.splice(0);
  }

  write(chunk: UiMessageChunk): void {
    this.chunks.push(chunk);
  }

  openStep(): void {
    this.closeStep();
    this.isStepOpen = true;
    this.write({ type: 'start-step' });
  }

  closeStep(): void {
    this.closeText();
    if (!this.isStepOpen) return;
    this.isStepOpen = false;
    this.write({ type: 'finish-step' });
  }

  /** A part of a text block; the first part opens it. */
  text(kind: 'text' | 'reasoning', id: string, delta: string): void {
    if (this.openText?.id !== id) {
      this.closeText();
      this.openText = { id, kind };
      this.write({ type: `${kind}-start`, id });
    }
    if (delta !== '') this.write({ type: `${kind}-delta`, id, delta });
  }

  closeText(): void {
    if (!this.openText) return;
    this.write({ type: `${this.openText.kind}-end`, id: this.openText.id });
    this.openText = null;
  }

  beginCall({ toolCallId, toolName, attribution, providerExecuted }: Omit<ShownCall, 'input'>): void {
    if (this.begun.has(toolCallId)) return;
    this.closeText();
    this.begun.add(toolCallId);
    this.openCalls.add(toolCallId);
    this.write({ type: 'tool-input-start', toolCallId, toolName, ...(providerExecuted && { providerExecuted }), ...(!this.dialect.strict && marked(attribution)) });
  }

  callDelta(toolCallId: string, inputTextDelta: string): void {
    if (inputTextDelta !== '') this.write({ type: 'tool-input-delta', toolCallId, inputTextDelta });
  }

  call(call: ShownCall): void {
    this.beginCall(call);
    this.available(call);
  }

  invalidCall(call: ShownCall): void {
    this.beginCall(call);
    const { toolCallId, toolName, input } = call;
    if (!this.dialect.strict) {
      this.openCalls.delete(toolCallId);
      return this.write({ type: 'tool-input-error', toolCallId, toolName, input, errorText: 'invalid_tool_input' });
    }
    this.available({ ...call, input: {} });
    this.failure(toolCallId, 'invalid_tool_input');
  }

  output(toolCallId: string, output: Json): void {
    if (this.openCalls.delete(toolCallId)) this.write({ type: 'tool-output-available', toolCallId, output: uiOutput(output) });
  }

  failure(toolCallId: string, code: string): void {
    if (this.openCalls.delete(toolCallId)) this.write({ type: 'tool-output-error', toolCallId, errorText: code });
  }

  /** Clients show a denial on the approval they saw; one that nobody was asked for is an error. */
  denied({ toolCallId, requestId }: Extract<MessageOp, { op: 'denied' }>): void {
    if (!this.dialect.approvals || requestId === undefined) return this.failure(toolCallId, 'denied');
    if (this.openCalls.delete(toolCallId)) this.write({ type: 'tool-output-denied', toolCallId });
  }

  request({ request }: Extract<MessageOp, { op: 'request' }>): void {
    this.closeText();
    const { requestId, kind, status, toolCallId } = request;
    if (kind !== 'confirmation' || !this.dialect.approvals) return this.write({ type: 'data-request', id: requestId, data: request as Json });
    if (status === 'pending' && toolCallId !== undefined) this.write({ type: 'tool-approval-request', approvalId: requestId, toolCallId });
  }

  source({ sourceId, url, title, mediaType, index }: Extract<MessageOp, { op: 'source' }>): void {
    this.closeText();
    const metadata = index === undefined ? {} : { providerMetadata: uiCitation(index) };
    if (url !== undefined) return this.write({ type: 'source-url', sourceId, url, ...(title !== undefined && { title }), ...metadata });
    this.write({ type: 'source-document', sourceId, mediaType: mediaType ?? 'text/plain', title: title ?? sourceId, ...metadata });
  }

  /** Nothing of a message stays open at its end: calls that wait for an answer excepted. */
  closeAll(code: 'cancelled' | 'interrupted'): void {
    this.closeText();
    for (const toolCallId of [...this.openCalls]) this.failure(toolCallId, code);
    this.closeStep();
  }

  /** A text that began after the call stays open: it is only now that the call's arguments are whole. */
  private available({ toolCallId, toolName, input, providerExecuted, attribution }: ShownCall): void {
    this.write({ type: 'tool-input-available', toolCallId, toolName, input: uiInput(input), ...(providerExecuted && { providerExecuted }), ...marked(attribution) });
  }
}

const marked = (attribution: Attribution | undefined) => (attribution ? { providerMetadata: uiMark(attribution) } : {});
