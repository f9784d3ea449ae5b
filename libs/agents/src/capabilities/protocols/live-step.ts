import type { LiveEvent } from '../../contracts/run-event.ts';

export type TextDelta = Extract<LiveEvent, { type: 'assistant_reply' }>;
export type CallDelta = Extract<LiveEvent, { type: 'tool_call_args_delta' }>;
export type StepDelta = TextDelta | CallDelta;

export interface LiveBlock { id: string; kind: 'text' | 'reasoning' | 'call'; sent: string; isOpen: boolean }

/**
 * What was sent of a model reply before its durable event: blocks in the order they began. A delta counts only if it goes on
 * exactly where its block stands; after a gap nothing is sent until the durable event has the whole.
 */
export class LiveStep {
  readonly blocks: LiveBlock[] = [];
  private hasGap = false;

  constructor(readonly turn: number, readonly attempt: number) {}

  get hasSent(): boolean {
    return this.blocks.length > 0;
  }

  /** The block and the text that is new, null: nothing to send. `began`: its first delta. */
  take(delta: StepDelta): { block: LiveBlock; text: string; began: boolean; ended: LiveBlock | null } | null {
    if (this.hasGap) return null;
    const id = delta.type === 'assistant_reply' ? delta.blockId : delta.toolCallId;
    const known = this.blocks.find((block) => block.id === id);
    if (!known && delta.offset > 0) return this.lose();
    if (!known) return this.begin(id, delta);
    if (delta.offset > known.sent.length) return this.lose();
    const text = delta.text.slice(known.sent.length - delta.offset);
    if (text === '') return null;
    if (!known.isOpen) return this.lose();
    known.sent += text;
    return { block: known, text, began: false, ended: null };
  }

  private begin(id: string, delta: StepDelta): { block: LiveBlock; text: string; began: boolean; ended: LiveBlock | null } {
    const last = this.blocks.at(-1);
    const ended = last && last.kind !== 'call' && last.isOpen ? last : null;
    if (ended) ended.isOpen = false;
    const block: LiveBlock = { id, kind: delta.type === 'assistant_reply' ? delta.kind : 'call', sent: delta.text, isOpen: true };
    this.blocks.push(block);
    return { block, text: delta.text, began: true, ended };
  }

  private lose(): null {
    this.hasGap = true;
    return null;
  }
}

/** The turn of a step key like `t3/llm`; null for steps that are no planning turn. */
export function turnOf(stepKey: string): number | null {
  const turn = /^t(\d+)\//.exec(stepKey)?.[1];
  return turn === undefined ? null : Number(turn);
}
