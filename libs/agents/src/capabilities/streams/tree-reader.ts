import type { Attribution } from '../../contracts/message-part.ts';
import type { ModelBlock, RunEvent, RunEventEnvelope } from '../../contracts/run-event.ts';
import { childRunId } from '../../kernel/ids.ts';
import { messageEnd } from './message-end.ts';
import type { MessageOp, ShownCall } from './message-op.ts';
import { RequestBoard } from './request-board.ts';
import { TreeProgress } from './tree-progress.ts';
import { TreeUsage } from './tree-usage.ts';

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/**
 * Reads the durable events of one run tree, in order, as operations on the root's message (docs/events.md). Events of other
 * trees of the same stream are skipped. Invariant: an operation depends on events only, never on what was shown live.
 */
export class TreeReader {
  readonly usage = new TreeUsage();
  readonly childRuns: Record<string, string> = {};
  private startedAt: string | null = null;
  private lastAt: string | null = null;
  private readonly progress: TreeProgress;
  private readonly requests = new RequestBoard();
  private readonly calls = new Set<string>();
  private hasStep = false;
  private isWaiting = false;
  private finishReason = 'stop';
  private terminal: Of<'workflow'> | null = null;

  constructor(private readonly rootRunId: string) {
    this.progress = new TreeProgress(rootRunId);
  }

  /** From the first event to the last one read; waits are part of it. */
  get processingTimeMs(): number {
    return this.startedAt === null || this.lastAt === null ? 0 : Date.parse(this.lastAt) - Date.parse(this.startedAt);
  }

  read(envelope: RunEventEnvelope): MessageOp[] {
    if (envelope.rootRunId !== this.rootRunId) return [];
    this.startedAt ??= envelope.at;
    this.lastAt = envelope.at;
    this.progress.apply(envelope);
    this.usage.apply(envelope);
    return [...this.opsOf(envelope), ...this.progressOps()];
  }

  private progressOps(): MessageOp[] {
    const { waitingFor } = this.progress;
    if ((waitingFor !== null) === this.isWaiting) return [];
    this.isWaiting = waitingFor !== null;
    return [waitingFor === null ? { op: 'resumed' } : { op: 'waiting', for: waitingFor }];
  }

  private opsOf(envelope: RunEventEnvelope): MessageOp[] {
    const { event } = envelope;
    switch (event.type) {
      case 'assistant_turn':
        return this.isRoot(envelope) ? this.rootTurn(envelope, event) : this.childTurn(envelope, event.blocks);
      case 'model_output_rejected':
        return this.isRoot(envelope) ? this.rejectedTurn(envelope, event) : [];
      case 'tool_start':
        return this.toolStart(envelope, event);
      case 'tool_end':
        return this.calls.has(event.toolCallId) ? [this.settled(event)] : [];
      case 'tool_authorization':
        return this.authorized(event);
      case 'child_run_linked':
        this.childRuns[event.toolCallId] = event.childRunId;
        return this.progress.isHidden(envelope.runId) ? [] : [{ op: 'child', toolCallId: event.toolCallId, childRunId: event.childRunId, agentId: event.childAgentId }];
      case 'await_confirmation': case 'await_clarification': case 'await_questions': case 'await_external_tools':
        return this.asked(event);
      case 'await_resolved': {
        const request = this.requests.resolve(event);
        return request ? [{ op: 'request', request }] : [];
      }
      case 'source': case 'file': case 'data':
        return this.progress.isHidden(envelope.runId) ? [] : [...this.inStep(), attachment(event)];
      case 'workflow':
        if (this.isRoot(envelope)) this.terminal = event;
        return [];
      case 'run_stream_end':
        return this.isRoot(envelope) ? [{ op: 'end', end: messageEnd(this.terminal, this.finishReason) }] : [];
      case 'await_operator': case 'usage': case 'late_reply': case 'run_truncated': case 'log': case 'step_diverged':
        return [];
    }
  }

  private isRoot({ runId }: RunEventEnvelope): boolean {
    return runId === this.rootRunId;
  }

  private rootTurn(envelope: RunEventEnvelope, { blocks, turn, finishReason }: Of<'assistant_turn'>): MessageOp[] {
    this.hasStep = true;
    this.finishReason = finishReason;
    return [{ op: 'step', turn }, ...streamed(blocks).map((block) => this.blockOp(envelope, block)), { op: 'reply_end', turn }, ...this.results(blocks), ...attachments(blocks)];
  }

  /** What was shown of a rejected response stays; its calls end as errors and never ran. */
  private rejectedTurn(envelope: RunEventEnvelope, { blocks, turn }: Of<'model_output_rejected'>): MessageOp[] {
    this.hasStep = true;
    const shown = streamed(blocks).map((block): MessageOp => (block.type === 'tool_call' ? { op: 'invalid_call', call: shownCall(block, this.attribution(envelope, block)) } : this.blockOp(envelope, block)));
    return [{ op: 'step', turn }, ...shown, { op: 'reply_end', turn }];
  }

  /** Text and thoughts of a child are its own; its calls are shown where they happen. */
  private childTurn(envelope: RunEventEnvelope, blocks: readonly ModelBlock[]): MessageOp[] {
    if (this.progress.isHidden(envelope.runId)) return [];
    const calls = blocks.filter((block) => block.type === 'tool_call').map((block) => this.blockOp(envelope, block));
    return calls.length === 0 ? [] : [...this.inStep(), ...calls, ...this.results(blocks)];
  }

  private blockOp(envelope: RunEventEnvelope, block: StreamedBlock): MessageOp {
    if (block.type !== 'tool_call') return { op: block.type, blockId: block.id, text: block.text };
    this.calls.add(block.toolCallId);
    return { op: 'call', call: shownCall(block, this.attribution(envelope, block)) };
  }

  /** A call that no model reply announced. */
  private toolStart(envelope: RunEventEnvelope, { toolCallId, toolName, payload, handoff }: Of<'tool_start'>): MessageOp[] {
    if (this.calls.has(toolCallId) || this.progress.isHidden(envelope.runId)) return [];
    this.calls.add(toolCallId);
    const attribution = this.attribution(envelope, { toolCallId, ...(handoff !== undefined && { handoff }) });
    return [...this.inStep(), { op: 'call', call: { toolCallId, toolName, input: payload, ...(attribution && { attribution }) } }];
  }

  /** Results of calls the provider ran itself. */
  private results(blocks: readonly ModelBlock[]): MessageOp[] {
    return blocks.flatMap((block): MessageOp[] => {
      if (block.type !== 'tool_result' || !this.calls.has(block.toolCallId)) return [];
      const { toolCallId, output } = block;
      return [block.isError ? { op: 'failure', toolCallId, code: 'tool_failed', output } : { op: 'output', toolCallId, output }];
    });
  }

  private settled({ toolCallId, result, failure, denied, skipped }: Of<'tool_end'>): MessageOp {
    const output = result === undefined ? {} : { output: result };
    if (failure) return { op: 'failure', toolCallId, code: failure.kind, ...output };
    if (!denied) return { op: 'output', toolCallId, output: result ?? null, ...(skipped && { skipped: true as const }) };
    const requestId = this.requests.ofCall(toolCallId)?.requestId;
    return { op: 'denied', toolCallId, ...output, ...(requestId !== undefined && { requestId }) };
  }

  private authorized({ toolCallId, approved }: Of<'tool_authorization'>): MessageOp[] {
    const requestId = this.requests.ofCall(toolCallId)?.requestId;
    return approved && requestId !== undefined && this.calls.has(toolCallId) ? [{ op: 'approved', toolCallId, requestId }] : [];
  }

  private asked(event: RunEvent): MessageOp[] {
    const request = this.requests.open(event)!;
    const question: MessageOp[] = request.kind === 'clarification' ? [{ op: 'text', blockId: `request-${request.requestId}`, text: request.prompt ?? '' }] : [];
    return [...this.inStep(), ...question, { op: 'request', request }];
  }

  /** Content needs a step to lie in. */
  private inStep(): MessageOp[] {
    if (this.hasStep) return [];
    this.hasStep = true;
    return [{ op: 'step', turn: null }];
  }

  /** The root's delegations name whom they go to, a child's calls who made them; ids keep equal names apart. */
  private attribution({ runId, agentName }: RunEventEnvelope, { toolCallId, handoff }: { toolCallId: string; handoff?: string | undefined }): Attribution | undefined {
    if (runId !== this.rootRunId) return { agent: agentName, runId };
    return handoff === undefined ? undefined : { handoff, runId: childRunId(runId, toolCallId) };
  }
}

type StreamedBlock = Extract<ModelBlock, { type: 'text' | 'reasoning' | 'tool_call' }>;

/** Blocks that stream, in the model's order; sources and files of a reply follow behind them, as they do live. */
const streamed = (blocks: readonly ModelBlock[]): StreamedBlock[] =>
  blocks.filter((block): block is StreamedBlock => block.type === 'tool_call' || ((block.type === 'text' || block.type === 'reasoning') && block.text !== ''));

const attachments = (blocks: readonly ModelBlock[]): MessageOp[] =>
  blocks.flatMap((block) => (block.type === 'source' || block.type === 'file' ? [attachment(block)] : []));

function attachment(block: Extract<ModelBlock, { type: 'source' | 'file' }> | Of<'source' | 'file' | 'data'>): MessageOp {
  if (block.type === 'file') return { op: 'file', mediaType: block.mediaType, url: block.url };
  if (block.type === 'data') return { op: 'data', name: block.name, data: block.data, ...(block.id !== undefined && { id: block.id }) };
  const { sourceId, url, title, mediaType } = block;
  const index = 'index' in block ? block.index : undefined;
  return { op: 'source', sourceId, ...(url !== undefined && { url }), ...(title !== undefined && { title }), ...(mediaType !== undefined && { mediaType }), ...(index !== undefined && { index }) };
}

function shownCall({ toolCallId, toolName, input, providerExecuted }: Extract<ModelBlock, { type: 'tool_call' }>, attribution: Attribution | undefined): ShownCall {
  return { toolCallId, toolName, input, ...(providerExecuted && { providerExecuted }), ...(attribution && { attribution }) };
}
