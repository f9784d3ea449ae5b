import type { Plan, PlanBlock, PlanCall, Wire, WireEvent } from './plan.ts';
import type { Scenario } from './scenario.ts';

/** How the bytes of a stream end, beyond the ordinary. */
export type StreamEnd = 'complete' | 'stall' | 'reset';

/** Faults of a tool call: what becomes of the plan's calls. */
export const toolFaults: Readonly<Record<string, (call: PlanCall) => PlanCall[]>> = {
  'tool-cut-json': (call) => [{ ...call, argumentsText: '{"city": "Utre' }],
  'tool-trailing-comma': (call) => [{ ...call, argumentsText: '{"city": "Utrecht",}' }],
  'tool-unknown': (call) => [{ ...call, name: 'no_such_tool' }],
  'tool-wrong-types': (call) => [{ ...call, argumentsText: '{"city": 7, "days": "many"}' }],
  'tool-duplicate-id': (call) => [call, { ...call, index: 1 }],
  'tool-missing-id': (call) => [{ ...call, id: null }],
  'tool-index-jump': (call) => [call, { ...call, id: `${call.id}_b`, index: 7 }],
  'tool-object-args': (call) => [{ ...call, asObject: true }],
  'tool-huge-args': (call) => [{ ...call, argumentsText: JSON.stringify({ city: 'x'.repeat(1024 * 1024) }) }],
  'tool-200': (call) => Array.from({ length: 200 }, (_, index) => ({ ...call, id: `${call.id}_${index}`, index })),
  'tool-odd-name': (call) => [{ ...call, name: 'we.ird/näme tool' }],
  'tool-empty-args': (call) => [{ ...call, argumentsText: '' }],
};

/** Faults of the stream's events, from token `at` on. */
export const streamFaults = ['stall', 'reset', 'no-end', 'error-object', 'infinite', 'duplicate-finish', 'empty-choices', 'roleless', 'no-usage', 'long-line'] as const;
export type StreamFault = (typeof streamFaults)[number];
export const isStreamFault = (kind: string): kind is StreamFault => streamFaults.some((known) => known === kind);

/** Faults of the bytes; the content stays readable for a correct client. */
export const byteFaults = ['split', 'utf8', 'invalid-utf8', 'crlf', 'comments', 'no-space', 'multi-line', 'bom'] as const;
export type ByteFault = (typeof byteFaults)[number];
export const isByteFault = (kind: string): kind is ByteFault => byteFaults.some((known) => known === kind);

export const httpFaults = ['http', 'html', 'content-type', 'gzip', 'slow-headers', 'silence'] as const;
export type HttpFault = (typeof httpFaults)[number];
export const isHttpFault = (kind: string): kind is HttpFault => httpFaults.some((known) => known === kind);

export function withToolFault(plan: Plan, kind: string): Plan {
  const fault = toolFaults[kind];
  if (fault === undefined) return plan;
  const blocks = plan.blocks.flatMap((block): PlanBlock[] => (block.type === 'call' ? fault(block.call).map((call) => ({ type: 'call', call })) : [block]));
  return { ...plan, blocks };
}

export interface FaultyStream { events: Iterable<WireEvent>; end: StreamEnd }

/** The events of the plan with one fault in them. */
export function withStreamFault(kind: StreamFault, plan: Plan, wire: Wire, params: Scenario['params']): FaultyStream {
  const at = params.number('at', 3);
  switch (kind) {
    case 'stall':
    case 'reset':
      return { events: upTo(wire.events(plan), at), end: kind };
    case 'no-end':
      return { events: upTo(wire.events(plan), at), end: 'complete' };
    case 'error-object':
      return { events: chain(upTo(wire.events(plan), at), [wire.streamError()]), end: 'complete' };
    case 'infinite':
      return { events: wire.events({ ...plan, blocks: [{ type: 'text', words: endless() }] }), end: 'complete' };
    case 'duplicate-finish':
      return { events: withTailTwice(wire.events(plan)), end: 'complete' };
    case 'empty-choices':
      return { events: insertAt(wire.events(plan), at, wire.emptyEvent(plan)), end: 'complete' };
    case 'roleless':
      return { events: withoutHead(wire.events(plan)), end: 'complete' };
    case 'no-usage':
      return { events: wire.events({ ...plan, usage: undefined }), end: 'complete' };
    case 'long-line':
      return { events: wire.events({ ...plan, blocks: [{ type: 'text', words: ['x'.repeat(1024 * 1024)] }] }), end: 'complete' };
  }
}

function* upTo(events: Iterable<WireEvent>, token: number): Generator<WireEvent> {
  for (const event of events) {
    if (event.token !== undefined && event.token >= token) return;
    yield event;
  }
}

function* chain(...parts: Iterable<WireEvent>[]): Generator<WireEvent> {
  for (const part of parts) yield* part;
}

function* insertAt(events: Iterable<WireEvent>, token: number, extra: WireEvent): Generator<WireEvent> {
  for (const event of events) {
    if (event.token === token) yield extra;
    yield event;
  }
}

function* withTailTwice(events: Iterable<WireEvent>): Generator<WireEvent> {
  const all = [...events];
  const lastToken = all.findLastIndex((event) => event.token !== undefined);
  const finish = all.slice(lastToken + 1).find((event) => /finish_reason|message_delta|finishReason|response\.(?:completed|incomplete)/u.test(event.data));
  for (const event of all) {
    yield event;
    if (event === finish) yield event;
  }
}

/** Only the chat wire can go without its first event. */
function* withoutHead(events: Iterable<WireEvent>): Generator<WireEvent> {
  let first = true;
  for (const event of events) {
    if (!(first && event.data.includes('"role":"assistant","content":""'))) yield event;
    first = false;
  }
}

/** Words without end, as an iterable that looks like a list: the generators only walk it. */
function endless(): readonly string[] {
  return { *[Symbol.iterator]() { for (;;) yield 'again '; }, length: Infinity } as unknown as readonly string[];
}
