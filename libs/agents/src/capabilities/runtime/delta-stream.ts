import type { LiveEvent, ModelBlock } from '../../contracts/index.ts';
import type { ModelDelta } from '../../kernel/index.ts';

interface DeltaStreamOptions {
  stepKey: string;
  attempt: number;
  batchMs: number;
  /** Our id of the call with this index in the reply. */
  toolCallId(index: number): string;
  /** Display name of the agent behind a delegation tool. */
  handoffOf(toolName: string): string | undefined;
  /** null: this run's text goes to nobody live. */
  publish: ((event: LiveEvent) => void) | null;
}

interface OpenBlock { kind: 'text' | 'reasoning' | 'tool_input'; blockId: string; toolName: string; text: string; sent: number }

/** Deltas of one model attempt: kept whole for a broken call, sent in batches, the first at once. */
export class DeltaStream {
  readonly #options: DeltaStreamOptions;
  readonly #blocks = new Map<string, OpenBlock>();
  readonly #callIds = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;
  #sentAt = -Infinity;

  constructor(options: DeltaStreamOptions) {
    this.#options = options;
  }

  onDelta(delta: ModelDelta): void {
    const block = this.#blockOf(delta);
    if ('delta' in delta) block.text += delta.delta;
    if (this.#options.publish && !this.#timer) this.#schedule();
  }

  /** Our id of a call that streamed under the provider's id. */
  callId(providerId: string): string | undefined {
    return this.#callIds.get(providerId);
  }

  get callCount(): number {
    return this.#callIds.size;
  }

  /** What was shown of a reply that never became whole. */
  partialBlocks(): ModelBlock[] {
    return [...this.#blocks.values()].flatMap<ModelBlock>((block) => (block.kind === 'tool_input' || block.text === '' ? [] : [{ type: block.kind, id: block.blockId, text: block.text }]));
  }

  /** Sends what is left; nothing is sent afterwards. */
  end(): void {
    this.#send();
  }

  #blockOf(delta: ModelDelta): OpenBlock {
    const known = this.#blocks.get(delta.blockId);
    if (known) return known;
    const kind = delta.type === 'text' || delta.type === 'reasoning' ? delta.type : 'tool_input';
    const block: OpenBlock = { kind, blockId: delta.blockId, toolName: delta.type === 'tool_input_start' ? delta.toolName : '', text: '', sent: -1 };
    if (kind === 'tool_input') this.#callIds.set(delta.blockId, this.#options.toolCallId(this.#callIds.size));
    this.#blocks.set(delta.blockId, block);
    return block;
  }

  #schedule(): void {
    const waitMs = this.#sentAt + this.#options.batchMs - performance.now();
    if (waitMs <= 0) return this.#send();
    this.#timer = setTimeout(() => this.#send(), waitMs);
  }

  #send(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#sentAt = performance.now();
    for (const block of this.#blocks.values()) {
      const length = this.#sendable(block);
      if (length <= block.sent || (length === 0 && block.kind !== 'tool_input')) continue;
      this.#options.publish?.(this.#event(block, length));
      block.sent = length;
    }
  }

  /** Never between the halves of a surrogate pair: what is sent can be stored. */
  #sendable(block: OpenBlock): number {
    const last = block.text.charCodeAt(block.text.length - 1);
    return last >= 0xd800 && last <= 0xdbff ? block.text.length - 1 : block.text.length;
  }

  #event(block: OpenBlock, length: number): LiveEvent {
    const offset = Math.max(0, block.sent);
    const position = { stepKey: this.#options.stepKey, attempt: this.#options.attempt, offset, text: block.text.slice(offset, length) };
    if (block.kind === 'tool_input') {
      const handoff = this.#options.handoffOf(block.toolName);
      return { type: 'tool_call_args_delta', toolCallId: this.#callIds.get(block.blockId)!, toolName: block.toolName, ...position, ...(handoff && { handoff }) };
    }
    return { type: 'assistant_reply', blockId: block.blockId, kind: block.kind, ...position };
  }
}
