import type { LiveEvent } from '../../contracts/run-event.ts';

export type TextDelta = Extract<LiveEvent, { type: 'assistant_reply' }>;
export type CallDelta = Extract<LiveEvent, { type: 'tool_call_args_delta' }>;
export type StepDelta = TextDelta | CallDelta;

/** `began`: the first delta of its block. */
export interface TakenDelta { delta: StepDelta; text: string; began: boolean }

export interface LiveBlock { id: string; kind: 'text' | 'reasoning' | 'call'; sent: string; isOpen: boolean }

/**
 * What was sent of a model reply before its durable event: blocks in the order they began. A delta counts only if it goes on
 * exactly where its block stands; what comes after a gap waits until stored text fills it, or the durable event has the whole.
 */
export class LiveStep {
  readonly blocks: LiveBlock[] = [];
  /** Deltas beyond a gap, in the order they came. */
  private readonly ahead: StepDelta[] = [];

  constructor(readonly turn: number, readonly attempt: number) {}

  get hasSent(): boolean {
    return this.blocks.length > 0;
  }

  /** What can be sent now, in order: the new text of this delta and of those that waited for it. */
  take(delta: StepDelta): TakenDelta[] {
    // A block that begins behind a gap waits for what is before it.
    const isBehindGap = this.ahead.length > 0 && !this.find(idOf(delta)) && idOf(this.ahead[0]!) !== idOf(delta);
    if (isBehindGap || !this.connects(delta)) {
      this.ahead.push(delta);
      return [];
    }
    const taken = [this.apply(delta)];
    while (this.ahead.length > 0 && this.connects(this.ahead[0]!)) taken.push(this.apply(this.ahead.shift()!));
    return taken.filter((each) => each !== null);
  }

  private apply(delta: StepDelta): TakenDelta | null {
    const known = this.find(idOf(delta));
    if (!known) return this.begin(delta);
    const text = delta.text.slice(known.sent.length - delta.offset);
    if (text === '' || !known.isOpen) return null;
    known.sent += text;
    return { delta, text, began: false };
  }

  private begin(delta: StepDelta): TakenDelta {
    const last = this.blocks.at(-1);
    if (last && last.kind !== 'call') last.isOpen = false;
    this.blocks.push({ id: idOf(delta), kind: delta.type === 'assistant_reply' ? delta.kind : 'call', sent: delta.text, isOpen: true });
    return { delta, text: delta.text, began: true };
  }

  private find(id: string): LiveBlock | undefined {
    return this.blocks.find((block) => block.id === id);
  }

  private connects(delta: StepDelta): boolean {
    return delta.offset <= (this.find(idOf(delta))?.sent.length ?? 0);
  }
}

const idOf = (delta: StepDelta): string => (delta.type === 'assistant_reply' ? delta.blockId : delta.toolCallId);

/** The turn of a step key like `t3/llm`; null for steps that are no planning turn. */
export function turnOf(stepKey: string): number | null {
  const turn = /^t(\d+)\//.exec(stepKey)?.[1];
  return turn === undefined ? null : Number(turn);
}
