import fc from 'fast-check';
import type { LiveEventEnvelope, ModelBlock, RunEventEnvelope } from '@roster/agents/contracts';
import { callBlock, callId, childOf, EventScript, live, liveCall, liveText } from '@roster/agents/testing';

const requestOf = (index: number): string => `019aacb1-5c00-8000-8000-${String(index).padStart(12, '0')}`;
const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });

export type PlannedBlock = { kind: 'text' | 'reasoning'; text: string } | { kind: 'call'; end: CallEnd };
type CallEnd = 'ok' | 'plain' | 'failed' | 'skipped' | 'approved' | 'denied' | 'delegated' | 'left open';
export interface PlannedTurn { rejected: boolean; blocks: PlannedBlock[] }
export interface RunPlan { turns: PlannedTurn[]; end: 'completed' | 'truncated' | 'failed' | 'cancelled' }

const block: fc.Arbitrary<PlannedBlock> = fc.oneof(
  fc.record({ kind: fc.constantFrom('text' as const, 'reasoning' as const), text: word }),
  fc.record({ kind: fc.constant('call' as const), end: fc.constantFrom<CallEnd>('ok', 'plain', 'failed', 'skipped', 'approved', 'denied', 'delegated', 'left open') }),
);

/** A run tree as it may happen: any number of turns, calls of every outcome, children, questions, rejected replies. */
export const runPlan: fc.Arbitrary<RunPlan> = fc.record({
  turns: fc.array(fc.record({ rejected: fc.nat({ max: 4 }).map((value) => value === 0), blocks: fc.array(block, { minLength: 1, maxLength: 4 }) }), { minLength: 0, maxLength: 4 }),
  end: fc.constantFrom('completed', 'truncated', 'failed', 'cancelled'),
});

/** What one connection sees. `after`: the client has everything up to there. */
export interface Sitting { items: (RunEventEnvelope | LiveEventEnvelope)[]; after?: number }
export interface Play { events: RunEventEnvelope[]; sittings: Sitting[]; /** Some deltas got lost. */ isLossy: boolean }

type Noise = { next(): { value: number } };

/** Plays a plan: the log, and what connections see of it with deltas that come early, late, twice or not at all. */
export function playOf(plan: RunPlan, noise: fc.Stream<number> | Noise): Play {
  const player = new Player(() => (noise as Noise).next().value);
  for (const [index, turn] of plan.turns.entries()) player.turn(index + 1, turn);
  return player.end(plan.end);
}

class Player {
  private readonly script = new EventScript().workflow('planning');
  private readonly cuts: number[] = [];
  /** Deltas and the position in the log before which they arrive. */
  private readonly deltas: { at: number; envelope: LiveEventEnvelope }[] = [];
  private isLossy = false;

  constructor(private readonly random: () => number) {}

  turn(turn: number, { rejected, blocks }: PlannedTurn): void {
    let calls = 0;
    const made = blocks.map((planned, position): ModelBlock => {
      if (planned.kind !== 'call') return { type: planned.kind, id: `b${position}`, text: planned.text };
      return callBlock(callId(turn, calls++), `tool_${position}`, planned.end === 'plain' ? {} : { n: position }, planned.end === 'delegated' ? 'Helper' : undefined);
    });
    this.stream(turn, made);
    if (rejected) return void this.script.rejected(turn, made);
    this.script.turn(turn, made);
    const ends = blocks.flatMap((planned) => (planned.kind === 'call' ? [planned.end] : []));
    const gated = ends.flatMap((end, index) => (end === 'approved' || end === 'denied' ? [index] : []));
    for (const [index, end] of ends.entries()) if (!gated.includes(index)) this.settle(callId(turn, index), end);
    if (gated.length > 0) this.ask(turn, gated.map((index) => ({ call: callId(turn, index), approved: ends[index] === 'approved', request: requestOf(turn * 10 + index) })));
  }

  end(end: RunPlan['end']): Play {
    if (end === 'failed') this.script.end('failed', { failure: { kind: 'provider_unavailable', message: 'Down.', retryable: true } });
    else if (end === 'cancelled') this.script.end('cancelled', { cancellation: { reason: 'user_requested' } });
    else this.script.end('completed', end === 'truncated' ? { truncated: true } : {});
    const events = this.script.envelopes;
    const sittings = [...this.cuts, events.length].map((to, index): Sitting => {
      const from = index === 0 ? 0 : this.cuts[index - 1]!;
      const items = events.slice(0, to).flatMap((event, position) => [...(position >= from ? this.deltas.filter(({ at }) => at === position).map(({ envelope }) => envelope) : []), event]);
      return { items, ...(index > 0 && { after: from }) };
    });
    return { events, sittings, isLossy: this.isLossy };
  }

  private settle(call: string, end: CallEnd): void {
    switch (end) {
      case 'delegated': return this.delegate(call);
      case 'failed': this.script.toolStart(call, 'tool', {}).toolEnd(call, 'tool', { failure: { kind: 'tool_failed', message: 'x' }, result: 'x' }); return;
      case 'skipped': this.script.toolEnd(call, 'tool', { result: { skipped: 'limit' }, skipped: true }); return;
      case 'left open': this.script.toolStart(call, 'tool', {}); return;
      default: this.script.toolStart(call, 'tool', {}).toolEnd(call, 'tool', { result: end === 'plain' ? 'text' : { ok: true } });
    }
  }

  private delegate(call: string): void {
    const child = childOf(call);
    const inner = callId(1, 0, child);
    this.script.toolStart(call, 'helper', {}).link(call, 'helper', 'Helper')
      .turn(1, [{ type: 'text', id: 'x', text: 'inner' }, callBlock(inner, 'look', { q: 1 })], child).toolEnd(inner, 'look', { result: [1] }, child)
      .turn(2, [{ type: 'text', id: 'x', text: 'done' }], child).end('completed', {}, child)
      .toolEnd(call, 'helper', { result: 'report', childRunId: child });
  }

  private ask(_turn: number, gated: { call: string; approved: boolean; request: string }[]): void {
    for (const { call, request } of gated) this.script.add({ type: 'await_confirmation', requestId: request, toolCallId: call, toolName: 'tool', prompt: 'May I?', payload: {}, approvers: 'owner' });
    this.script.workflow('suspended', { waitingFor: 'waiting_human' });
    this.cuts.push(this.script.envelopes.length);
    for (const { call, approved, request } of gated) {
      this.script.add({ type: 'await_resolved', requestId: request, kind: 'confirmation', outcome: approved ? 'approved' : 'denied' })
        .add({ type: 'tool_authorization', toolCallId: call, toolName: 'tool', approved, summary: '' });
    }
    this.script.workflow('resumed');
    for (const { call, approved } of gated) this.script.toolEnd(call, 'tool', approved ? { result: { ok: true } } : { denied: true, result: { denied: true } });
  }

  /** Deltas of a reply come before it is durable, some even before the events of the turn before were read. */
  private stream(turn: number, blocks: readonly ModelBlock[]): void {
    let at = Math.max(this.cuts.at(-1) ?? 0, this.script.envelopes.length - (this.random() % 4));
    for (const made of blocks) {
      for (const envelope of this.deltasOf(turn, made)) {
        const fate = this.random() % 20;
        if (fate === 0) { this.isLossy = true; continue; }
        this.deltas.push({ at, envelope }, ...(fate === 1 ? [{ at: at + 2, envelope }] : []));
        at = Math.min(this.script.envelopes.length, at + (this.random() % 2));
      }
    }
    if (this.random() % 12 === 0) this.deltas.push({ at: this.script.envelopes.length + 1, envelope: live({ type: 'assistant_reset', stepKey: `t${turn}/llm`, attempt: 1 }) });
  }

  private deltasOf(turn: number, made: ModelBlock): LiveEventEnvelope[] {
    if (made.type === 'tool_call') {
      const call = { toolCallId: made.toolCallId, toolName: made.toolName, ...(made.handoff !== undefined && { handoff: made.handoff }) };
      return [liveCall(turn, call, 0, ''), liveCall(turn, call, 0, JSON.stringify(made.input))];
    }
    if (made.type !== 'text' && made.type !== 'reasoning') return [];
    const middle = this.random() % (made.text.length + 1);
    const pieces = [[0, made.text.slice(0, middle)], [middle, made.text.slice(middle)]] as const;
    return pieces.filter(([, text]) => text !== '').map(([offset, text]) => ({ ...liveText(turn, made.id, offset, text), event: { ...liveText(turn, made.id, offset, text).event, kind: made.type } as LiveEventEnvelope['event'] }));
  }
}

