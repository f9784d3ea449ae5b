import type { RunError } from '../contracts/error.ts';
import type { Json } from '../contracts/json.ts';
import type { Principal } from '../contracts/principal.ts';
import type { RunEvent, RunEventEnvelope, Usage } from '../contracts/run-event.ts';
import type { CancelReason, RunKind, RunStatus, StatusReason, StepState, TerminalStatus } from '../contracts/run-status.ts';
import type { AgentAddress } from './address.ts';

/** Limits of a whole run tree, fixed at its root. */
export interface TreeLimits {
  /** Open runs of the tree, root included [50]. */
  maxAgents: number;
  maxDepth: number;
  maxTokens?: number;
  maxCostMicros?: number;
  maxTurns?: number;
}

export interface NewRun {
  /** Minted by the caller (UUID v7); a child's is derived (UUID v8). */
  runId: string;
  kind: RunKind;
  address: AgentAddress;
  agentKey: string;
  agentId: string;
  agentName: string;
  agentRevisionId: string | null;
  configurationHash: string | null;
  codeVersion: number;
  queue: string;
  interactive: boolean;
  sessionId: string | null;
  /** The user input the tree answers; default: the run id. */
  turnId?: string;
  principal: Principal;
  /** BACKGROUND 0, LOW 1, NORMAL 2, HIGH 4, CRITICAL 8. */
  priority: number;
  input: Json;
  labels: Record<string, string>;
  /** From the database's now; a child never later than its parent. */
  deadlineMs: number;
  maxRetries: number;
  limits: TreeLimits;
  /** Fair share of workers: principal or schedule. */
  fairKey: string;
  /** The caller's key: same digest -> the same run, another digest -> `RunConflictError`. */
  idempotency?: { scope: string; key: string; digest: string };
  /** Created running under this owner's lease, so that the accepting process drives it at once. */
  claim?: { owner: string; leaseMs: number };
}

export interface CreatedRun { runId: string; inserted: boolean; status: RunStatus; claimed: ClaimedRun | null }

/** The worker's right to write: every command with a fence fails with `LeaseLostError` unless the row is `running` with this epoch. */
export interface Fence { runId: string; epoch: number }

export interface StepRecord {
  key: string;
  ordinal: number;
  kind: string;
  argsDigest: string;
  state: StepState;
  idempotent: boolean;
  attempts: number;
  result: Json | null;
  error: RunError | null;
  /** Facts of an accepted call (declaration, origin, payload), of a wait (deadline) or of an `llm` intent (`{ model, purpose?, inputTokens?, costMicros? }`: bills a lost attempt). */
  facts: Json | null;
}

export interface ClaimedRun extends Fence {
  rootRunId: string;
  parentRunId: string | null;
  parentToolCallId: string | null;
  sessionId: string | null;
  /** Key of the event stream: the session, or the root run without one. */
  streamId: string;
  turnId: string;
  kind: RunKind;
  address: AgentAddress;
  agentKey: string;
  agentId: string;
  agentName: string;
  agentRevisionId: string | null;
  depth: number;
  /** Agent ids from this run's agent up to the root's. */
  ancestry: readonly string[];
  generation: number;
  interactive: boolean;
  principal: Principal;
  priority: number;
  queue: string;
  input: Json;
  labels: Record<string, string>;
  deadlineAt: Date;
  /** Remaining until the deadline at claim time, ms on the database clock: local timers use it with a monotonic clock. */
  remainingMs: number;
  budgetUsedMs: number;
  attempt: number;
  crashCount: number;
  retryCount: number;
  maxRetries: number;
  cancelRequested: { reason: CancelReason } | null;
  journal: readonly StepRecord[];
}

export interface NewEvent { event: RunEvent; stepKey?: string; /** Written once per run. */ dedupKey?: string }

/** A step row as written: `begin` writes accepted and intent rows, `finish` done and failed ones. */
export interface StepWrite {
  key: string;
  kind: string;
  argsDigest: string;
  state: StepState;
  idempotent: boolean;
  result?: Json;
  error?: RunError;
  facts?: Json;
}

/** One model call: exactly one `usage_ledger` row per (run, generation, step, attempt). */
export interface LedgerEntry {
  stepKey: string;
  attempt: number;
  purpose: string;
  model: string;
  usage: Usage;
  costMicros: number | null;
  source: 'provider' | 'estimated' | 'unknown';
}

export interface JournalCommit {
  steps: readonly StepWrite[];
  events?: readonly NewEvent[];
  ledger?: readonly LedgerEntry[];
  /** Active milliseconds since the last commit of this claim. */
  activeMs?: number;
}

export interface NewHumanRequest {
  requestId: string;
  stepKey: string;
  kind: 'confirmation' | 'clarification' | 'questions' | 'external_tools' | 'in_doubt' | 'nondeterminism';
  /** What the person sees. A confirmation's card names `toolCallId` and `toolName`: the decision writes its `tool_authorization` from them. */
  card: Json;
  risk?: string;
  approvers: 'owner' | 'manager' | 'operator';
  expiresAt?: Date;
}

/** The signal that carries a decision back into the run; its payload is a `RequestOutcome`. */
export const requestSignal = (requestId: string): string => `request:${requestId}`;

/** `outcome`: approved, modified, denied | answered, skipped | the operator's choice | expired. Stamped by the store. */
export type RequestOutcome = {
  status: 'decided' | 'expired';
  outcome: string;
  decision: Json;
  decidedBy: Principal | null;
  /** ISO 8601. */
  decidedAt: string;
};

export type WaitFor =
  | { kind: 'signal'; name: string }
  | { kind: 'child'; childRunId: string }
  | { kind: 'timer'; at: Date };
export interface WaitRow { stepKey: string; wait: WaitFor; reason: StatusReason }

/** What `consume` found and journaled as the step's result. */
export type Consumed =
  | { kind: 'signal'; payload: Json }
  | { kind: 'child'; end: ChildEnd }
  | { kind: 'timer' }
  | { kind: 'not_ready' };

export interface ChildEnd {
  childRunId: string;
  status: TerminalStatus;
  output: Json | null;
  error: RunError | null;
  cancelReason: string | null;
  exitReason: string | null;
  /** Completed, but cut short by a limit. */
  truncated?: boolean;
  partial: Json | null;
}

export interface RunEnd {
  status: TerminalStatus;
  output?: Json;
  exitReason?: string;
  truncated?: boolean;
  error?: RunError;
  /** Of a cancelled run that nobody asked to cancel; a requested cancel keeps its own reason. */
  cancelReason?: CancelReason;
  /** What was produced before a failure; kept. */
  partial?: Json;
  events?: readonly NewEvent[];
  activeMs?: number;
}

/** `waiting_for_children`: the outcome is stored and committed when the last child ended; this process lets go. */
export type EndAnswer = 'ended' | 'waiting_for_children';
export type SuspendAnswer = 'suspended' | 'ready';
export type SignalAnswer = 'stored' | 'duplicate' | 'gone' | 'not_found';
export type BeatAnswer = 'ok' | 'cancel' | 'deadline' | 'lost';

export interface Decision { requestId: string; decision: Json; decidedBy: Principal; idempotencyKey?: string }
export type DecideAnswer =
  | { kind: 'decided'; runId: string }
  | { kind: 'already_decided'; decision: Json; decidedBy: Principal | null; decidedAt: Date | null; status: string }
  | { kind: 'not_found' };

export interface SweepAnswer {
  /** Runs now pending (or pending for more than 5 s) whose doorbell should be rung. */
  ring: readonly { runId: string; queue: string; epoch: number; priority: number }[];
  counts: Record<'expiredLeases' | 'timers' | 'deadlines' | 'cancels' | 'requests' | 'crashLoops', number>;
  /** Runs and requests that could not be repaired; the next sweep tries again. */
  failures: readonly { id: string; error: unknown }[];
}

export interface RunView {
  runId: string;
  rootRunId: string;
  parentRunId: string | null;
  agentId: string;
  agentName: string;
  status: RunStatus;
  statusReason: StatusReason | null;
  output: Json | null;
  error: RunError | null;
  exitReason: string | null;
}

/**
 * Port: every fact about runs. Each command is one transaction, repeated whole on serialization failure or deadlock
 * [5 times], in the lock order tree -> runs by id -> requests and signals -> stream counter (engine.md section 11).
 * After its commit the store itself rings the doorbell for runs that became pending and publishes the stream's hint;
 * only `sweep` leaves the ringing to its caller. `begin`, `spawn` and `openRequest` throw `RunCancelledError` once a cancel is stored.
 * Only apps/api implements it; its contract suite is `describeRunStore` in testing.
 */
export interface RunStore {
  create(run: NewRun): Promise<CreatedRun>;
  /** The best pending runs of the queues: priority, fewest running of the same fair key, age. `runId` claims that one only. */
  claim(request: { owner: string; leaseMs: number; queues: readonly string[]; limit: number; runId?: string }): Promise<ClaimedRun[]>;
  heartbeat(owner: string, leases: readonly Fence[], leaseMs: number): Promise<ReadonlyMap<string, BeatAnswer>>;
  /** Accepted calls and intents, before their effect. */
  begin(fence: Fence, commit: JournalCommit): Promise<void>;
  /** Results, events, ledger rows and buffered records in one commit. The first new result resets the crash count. */
  finish(fence: Fence, commit: JournalCommit): Promise<void>;
  /** Child run, link event, step record. A replay returns the same child. Throws `TreeFullError`, `DelegationRefusedError`. */
  spawn(fence: Fence, step: StepWrite, child: NewRun & { parentToolCallId: string | null }, events: readonly NewEvent[]): Promise<CreatedRun>;
  /** Request row and its event; the request id derives from the step key, so a replay opens it once. */
  openRequest(fence: Fence, step: StepWrite, request: NewHumanRequest, events: readonly NewEvent[]): Promise<void>;
  /** Takes what the wait is for, if it is there, and journals the `Consumed` value as the step's result; a finished step answers with its result. */
  consume(fence: Fence, step: StepWrite, wait: WaitFor): Promise<Consumed>;
  /** Stores the waits, then looks again: whatever arrived meanwhile makes the run pending at once. */
  suspend(fence: Fence, waits: readonly WaitRow[], facts: { activeMs: number; records?: readonly StepWrite[]; events?: readonly NewEvent[] }): Promise<SuspendAnswer>;
  /** Buffered and consumed once. Same (run, name, idempotency key) is stored once. */
  signal(target: { runId: string }, name: string, signal: { payload: Json; idempotencyKey?: string; sentBy: Principal }): Promise<SignalAnswer>;
  decide(decision: Decision): Promise<DecideAnswer>;
  end(fence: Fence, end: RunEnd): Promise<EndAnswer>;
  /** Pending and suspended runs of the subtree end at once, children first; running ones get a flag. Idempotent. */
  cancel(request: { runId: string; reason: CancelReason; by: Principal | null }): Promise<{ status: RunStatus } | null>;
  /** Suspended until `delayMs` from now; counts as a run retry. */
  retryLater(fence: Fence, retry: { delayMs: number; error: RunError }): Promise<void>;
  /** Back to pending without counting a crash. */
  release(fence: Fence, reason: StatusReason, delayMs?: number): Promise<void>;
  sweep(options: { batch: number; leaseMs: number }): Promise<SweepAnswer>;
  view(runId: string): Promise<RunView | null>;
  /** Durable events of a stream after a sequence number, in order. */
  events(streamId: string, after: number, limit: number): Promise<RunEventEnvelope[]>;
}
