/** What a reply says, before a wire format writes it down. Everything in it is a function of the request. */
export interface Plan {
  id: string;
  model: string;
  blocks: readonly PlanBlock[];
  finish: 'stop' | 'length' | 'filter' | 'tools';
  usage: PlanUsage | undefined;
  /** Milliseconds before the first token, and between two. */
  ttftMs: number;
  gapMs: number;
  /** The usage chunk comes this much after the rest. */
  usageDelayMs: number;
}

export interface PlanUsage { input: number; output: number; reasoning: number }
export type PlanBlock = { type: 'text'; words: readonly string[] } | { type: 'reasoning'; words: readonly string[]; signature: string } | { type: 'call'; call: PlanCall };

export interface PlanCall {
  /** null: left out on the wire. */
  id: string | null;
  index: number;
  name: string;
  /** Exactly what is sent as arguments, valid JSON or not. */
  argumentsText: string;
  /** Sent as an object where the wire wants a string. */
  asObject?: true;
}

/** One server-sent event. `token` counts the content of the reply; it is absent on framing. */
export interface WireEvent { event?: string; data: string; token?: number; delayMs: number }

export interface Wire {
  events(plan: Plan): Iterable<WireEvent>;
  whole(plan: Plan): unknown;
  error(status: number, message: string): unknown;
  /** An error object in the middle of a stream. */
  streamError(): WireEvent;
  /** An event without content that the format allows. */
  emptyEvent(plan: Plan): WireEvent;
}

/** A fixed second: bytes must not depend on when they are made. */
export const createdAt = 1_760_000_000;

export const textOf = (plan: Plan, type: 'text' | 'reasoning'): string =>
  plan.blocks.map((block) => (block.type === type ? block.words.join('') : '')).join('');

export const callsOf = (plan: Plan): PlanCall[] => plan.blocks.flatMap((block) => (block.type === 'call' ? [block.call] : []));

/** Numbers the content events and puts the pauses of the plan before them. */
export class Pacing {
  #token = 0;
  constructor(private readonly plan: Plan) {}

  next(): { token: number; delayMs: number } {
    const token = this.#token++;
    return { token, delayMs: token === 0 ? this.plan.ttftMs : this.plan.gapMs };
  }
}

/** Arguments arrive in pieces of this many characters. */
export const pieces = (text: string, size = 12): string[] => text.match(new RegExp(`[^]{1,${Math.max(size, Math.ceil(text.length / 64))}}`, 'gu')) ?? [];
