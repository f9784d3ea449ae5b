import type { LiveEventEnvelope, RunEventEnvelope, RunStatus } from '@roster/agents/contracts';

/** What a run did, in order. A call that started a child run is a card whose body is that run's lane. */
export type LaneItem =
  | { kind: 'text'; key: string; text: string; final: boolean }
  | { kind: 'call'; toolCallId: string; toolName: string; title: string; payload: unknown; outcome: CallOutcome; childRunId: string | null }
  | { kind: 'request'; requestId: string; what: string; text: string; outcome: string | null }
  | { kind: 'rejected'; reason: string; attempt: number };

export type CallOutcome = { state: 'running' } | { state: 'done'; result: unknown; durationMs: number } | { state: 'failed'; message: string; durationMs: number } | { state: 'denied' } | { state: 'skipped' };

export interface Lane {
  runId: string;
  agentName: string;
  status: RunStatus;
  waitingFor: string | null;
  failure: string | null;
  items: LaneItem[];
  ended: boolean;
}

/** The runs of one tree as far as its events have been read. */
export interface RunTree {
  rootRunId: string;
  lanes: Readonly<Record<string, Lane>>;
  lastSeq: number;
  ended: boolean;
}

export const emptyTree = (rootRunId: string): RunTree => ({ rootRunId, lanes: {}, lastSeq: 0, ended: false });

/** Adds one durable event. An event that was read already changes nothing, so replay and live stream may overlap. */
export function addEvent(tree: RunTree, envelope: RunEventEnvelope): RunTree {
  if (envelope.seq <= tree.lastSeq) return tree;
  const lane = tree.lanes[envelope.runId] ?? newLane(envelope.runId, envelope.agentName);
  const next = { ...tree, lastSeq: envelope.seq, lanes: { ...tree.lanes, [lane.runId]: applyEvent(lane, envelope.event) } };
  return envelope.event.type === 'run_stream_end' && envelope.runId === tree.rootRunId ? { ...next, ended: true } : next;
}

/** Adds text that is being written; it is replaced by the turn that ends it and dropped when its attempt is given up. */
export function addLive(tree: RunTree, { runId, event }: LiveEventEnvelope): RunTree {
  const lane = tree.lanes[runId];
  if (lane === undefined) return tree;
  if (event.type === 'assistant_reset') return withItems(tree, lane, lane.items.filter((item) => !isDraft(item)));
  if (event.type !== 'assistant_reply' || event.kind !== 'text') return tree;
  const key = `${draftMark}${event.blockId}`;
  const written = lane.items.find((item) => item.kind === 'text' && item.key === key) as Extract<LaneItem, { kind: 'text' }> | undefined;
  const text = (written?.text ?? '').slice(0, event.offset) + event.text;
  const item: LaneItem = { kind: 'text', key, text, final: false };
  return withItems(tree, lane, written === undefined ? [...lane.items, item] : lane.items.map((other) => (other === written ? item : other)));
}

const draftMark = 'draft:';
const isDraft = (item: LaneItem) => item.kind === 'text' && item.key.startsWith(draftMark);
const withItems = (tree: RunTree, lane: Lane, items: LaneItem[]): RunTree => ({ ...tree, lanes: { ...tree.lanes, [lane.runId]: { ...lane, items } } });
const newLane = (runId: string, agentName: string): Lane => ({ runId, agentName, status: 'running', waitingFor: null, failure: null, items: [], ended: false });

type Event = RunEventEnvelope['event'];
type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

function applyEvent(lane: Lane, event: Event): Lane {
  switch (event.type) {
    case 'assistant_turn':
      return { ...lane, items: [...lane.items.filter((item) => !isDraft(item)), ...(event.text === '' ? [] : [{ kind: 'text' as const, key: event.stepKey, text: event.text, final: event.final }])] };
    case 'model_output_rejected':
      return { ...lane, items: [...lane.items.filter((item) => !isDraft(item)), { kind: 'rejected', reason: event.reason, attempt: event.attempt }] };
    case 'tool_start':
      return { ...lane, items: [...lane.items, { kind: 'call', toolCallId: event.toolCallId, toolName: event.toolName, title: event.title, payload: event.payload, outcome: { state: 'running' }, childRunId: null }] };
    case 'child_run_linked':
      return changeCall(lane, event.toolCallId, { childRunId: event.childRunId });
    case 'tool_end':
      return changeCall(lane, event.toolCallId, { outcome: outcomeOf(event), ...(event.childRunId !== undefined && { childRunId: event.childRunId }) });
    case 'await_resolved':
      return { ...lane, items: lane.items.map((item) => (item.kind === 'request' && item.requestId === event.requestId ? { ...item, outcome: event.outcome } : item)) };
    case 'workflow':
      return { ...lane, status: event.status ?? lane.status, waitingFor: event.phase === 'suspended' ? (event.waitingFor ?? null) : null, failure: event.failure?.message ?? lane.failure };
    case 'run_stream_end':
      return { ...lane, ended: true };
    default:
      return addRequest(lane, event);
  }
}

function addRequest(lane: Lane, event: Event): Lane {
  const text = requestText(event);
  if (text === null || !('requestId' in event)) return lane;
  return { ...lane, items: [...lane.items, { kind: 'request', requestId: event.requestId, what: event.type, text, outcome: null }] };
}

function requestText(event: Event): string | null {
  switch (event.type) {
    case 'await_confirmation':
      return event.prompt;
    case 'await_clarification':
      return event.question;
    case 'await_questions':
      return event.title ?? '';
    case 'await_external_tools':
      return '';
    case 'await_operator':
      return event.toolName ?? event.stepKey;
    default:
      return null;
  }
}

const changeCall = (lane: Lane, toolCallId: string, change: Partial<Extract<LaneItem, { kind: 'call' }>>): Lane => ({
  ...lane,
  items: lane.items.map((item) => (item.kind === 'call' && item.toolCallId === toolCallId ? { ...item, ...change } : item)),
});

function outcomeOf({ denied, skipped, failure, result, durationMs }: EventOf<'tool_end'>): CallOutcome {
  if (denied) return { state: 'denied' };
  if (skipped) return { state: 'skipped' };
  return failure === undefined ? { state: 'done', result, durationMs } : { state: 'failed', message: failure.message, durationMs };
}
