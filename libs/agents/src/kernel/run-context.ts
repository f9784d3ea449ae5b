import type { Json } from '../contracts/json.ts';
import type { RunError } from '../contracts/error.ts';
import type { Principal } from '../contracts/principal.ts';
import type { AgentAddress } from './address.ts';
import type { GatePolicy } from './gate.ts';
import type { MessageDraft } from './message.ts';
import type { ModelReply, ModelRequest } from './model-client.ts';
import type { RunView } from './run-store.ts';
import type { Tool } from './tool.ts';

/** A call as a planning turn accepted it. */
export interface ToolCall { toolCallId: string; toolName: string; input: Json; turn: number }

export type ToolOutcome =
  | { kind: 'ok'; toolCallId: string; output: Json; childRunId?: string }
  | { kind: 'error'; toolCallId: string; code: string; output: Json; outcomeUnknown?: true; childRunId?: string }
  | { kind: 'denied'; toolCallId: string; output: Json };

/** What a deterministic review makes of a whole reply before it counts (composition.md section 8). */
export type ReplyVerdict = { accepted: true; final: boolean } | { accepted: false; kind: string; recoverable: 'answer' | 'calls' | null; reason: string };

export interface LlmOptions {
  /** Natural key of the step, for example `t1/llm`. */
  key: string;
  turn: number;
  /** Deltas go to the live hub. A child's text does not. */
  live?: boolean;
  purpose?: 'turn' | 'summary' | 'title' | 'suggestions' | 'proof' | 'test';
  /** Pure. Decides whether the reply is committed as `assistant_turn` or `model_output_rejected`. Default: accepted, final when it calls no tool. */
  review?(reply: ModelReply): ReplyVerdict;
}

export interface StepOptions {
  idempotent?: boolean;
  timeoutMs?: number;
  attempts?: number;
  /** Compared on replay; default: nothing but kind and name. */
  digestOf?: Json;
  onInDoubt?: 'ask' | 'fail';
}

export interface StepIo { idempotencyKey: string; attempt: number; signal: AbortSignal; progress(delta: string): void }

export interface RunHandle { runId: string; address: AgentAddress }
export interface Wait { timeoutMs?: number }

export interface SpawnOptions {
  /** The call that delegates: names the child's id and its link. */
  toolCallId?: string;
  toolName?: string;
  /** The revision the child is pinned to; absent for code agents without one. */
  agentRevisionId?: string;
  configurationHash?: string;
  /** Active time of the child, waits for people and queues not counted; beyond it the child is cancelled and `ask` answers `timed_out`. */
  activeTimeLimitMs?: number;
  priority?: number;
  /** From now; never beyond the parent's deadline. */
  deadlineMs?: number;
  labels?: Record<string, string>;
  /** The child's calls are not shown in the caller's message. */
  hidden?: true;
}

/** A question to people: the run waits at no cost until somebody answers, skips, or the question expires. */
export type PersonRequest = { stepKey?: string; expiresInMs?: number; approvers?: 'owner' | 'manager' } & (
  | { kind: 'clarification'; question: string }
  | { kind: 'questions'; title?: string; questions: Json[] }
  | { kind: 'external_tools'; items: Json[] });
export type PersonAnswer =
  | { status: 'decided'; decision: Json; decidedBy: Principal | null }
  | { status: 'expired' | 'cancelled'; decision: null; decidedBy: null };

export type AskOutcome =
  | { kind: 'replied'; value: Json; childRunId?: string; truncated?: boolean }
  | { kind: 'timed_out'; stillRunning: boolean; childRunId?: string }
  | { kind: 'target_failed'; error: RunError; partial?: Json; childRunId?: string }
  | { kind: 'target_cancelled'; reason: string; childRunId?: string };

/**
 * All that an agent may await. Every method is journaled, a pure read of the journal, or ephemeral by name.
 * Semantics: engine.md section 3. After a control error (cancelled, deadline, lease lost, nondeterminism, in doubt) every
 * later call throws it again; a wait that is not ready never settles when the run suspends, so no `finally` runs.
 */
export interface RunContext {
  readonly runId: string;
  readonly rootRunId: string;
  readonly parentRunId: string | null;
  readonly sessionId: string | null;
  readonly address: AgentAddress;
  readonly revisionId: string | null;
  readonly principal: Principal;
  /** A person can be asked in this tree. */
  readonly interactive: boolean;
  readonly depth: number;
  readonly generation: number;
  readonly input: Json;
  readonly labels: Readonly<Record<string, string>>;
  readonly deadlineAt: Date;
  readonly signal: AbortSignal;
  /** Registry ids of this run's agent and all its ancestors, nearest first. */
  readonly ancestry: readonly string[];

  /** Throws once cancel, deadline or lease loss is known. */
  check(): void;
  /** The same context with these tools and this gate policy; no journal entry. */
  withTools(tools: readonly Tool[], policy: GatePolicy): RunContext;
  llm(request: ModelRequest, options: LlmOptions): Promise<ModelReply>;
  /** Exceptions, unknown names, bad arguments, timeouts and denials are outcomes, never thrown. */
  tool(call: ToolCall): Promise<ToolOutcome>;
  /** One outcome per call, in call order. `concurrencySafe: false` tools run alone, the others up to `concurrency` [4] at once. */
  toolBatch(calls: readonly ToolCall[], options?: { concurrency?: number; onOutcome?(outcome: ToolOutcome): void }): Promise<ToolOutcome[]>;
  /** A named durable effect, not idempotent by default. */
  step<T extends Json>(name: string, effect: (io: StepIo) => Promise<T>, options?: StepOptions): Promise<T>;
  /** Journals the value of a pure computation of outside facts (tool list, history) without a commit of its own. */
  record<T extends Json>(key: string, read: () => Promise<T>): Promise<T>;
  /** A real child run: child, its first message, event and link in one transaction; replay returns the same child. */
  spawn(target: AgentAddress, boot: MessageDraft, options?: SpawnOptions): Promise<RunHandle>;
  /** Waits for the end of a child; the deadline is fixed at the first attempt. */
  ask(target: RunHandle, options?: Wait & { onTimeout?: 'cancel' | 'leave'; activeTime?: boolean }): Promise<AskOutcome>;
  cancel(handle: RunHandle, reason: string): Promise<void>;
  status(handle: RunHandle): Promise<RunView>;
  sleepUntilSignal(name: string, options?: Wait): Promise<{ kind: 'signal'; payload: Json } | { kind: 'timed_out' }>;
  sleepUntil(at: Date | { ms: number }): Promise<void>;
  /** Opens a human request once, whatever is replayed, and waits for its answer. */
  askPerson(request: PersonRequest): Promise<PersonAnswer>;
  /** Durable event with a dedup key. */
  log(name: string, payload: Json): Promise<void>;
  /** Ephemeral: never replayed. */
  live(name: string, payload: Json): void;
  now(): Promise<Date>;
  uuid(): string;
  random(): number;
  idempotencyKey(suffix: string): string;
}
