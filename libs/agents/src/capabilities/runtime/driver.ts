import { DeadlineExceededError, LeaseLostError, RunCancelledError, type AgentFactory, type ClaimedRun, type KernelAgent, type Message, type NewEvent, type RunEnd, type RunResult, type WaitRow } from '../../kernel/index.ts';
import type { Json, StatusReason } from '../../contracts/index.ts';
import { watchActiveTime } from './active-time.ts';
import { noteLateReplies } from './ask-child.ts';
import { ChatRight } from './chat-right.ts';
import type { ClaimParts } from './claim-parts.ts';
import { Commits } from './commits.ts';
import { DatabaseClock } from './database-clock.ts';
import { DrainAbortedError } from './drain-aborted-error.ts';
import { InfrastructureError } from './infrastructure-error.ts';
import { Journal } from './journal.ts';
import { JournaledContext } from './journaled-context.ts';
import { lastWord } from './last-word.ts';
import type { LocalRuns } from './local-runs.ts';
import type { Quiescence } from './quiescence.ts';
import type { RunControl } from './run-control.ts';
import { endOfValue, verdictOfError } from './run-end.ts';
import type { RuntimePorts } from './runtime-ports.ts';

/** How this process let go of a run. `ready`: pending again at once. `lost`: another process has it, or its lease will expire. */
export type DriveOutcome = 'ended' | 'waiting_for_children' | 'suspended' | 'ready' | 'retry' | 'released' | 'lost';

type Finish =
  | { kind: 'returned'; value: Json | RunResult | void }
  | { kind: 'threw'; error: unknown }
  | { kind: 'suspended'; waits: readonly WaitRow[] }
  | { kind: 'yielded' };

export interface Drive { ports: RuntimePorts; local: LocalRuns; run: ClaimedRun; control: RunControl; quiescence: Quiescence }

/** Drives one claim: builds the agent, runs it on the journal and commits exactly one of end, suspend, retryLater, release. */
export async function drive({ ports, local, run, control, quiescence }: Drive): Promise<DriveOutcome> {
  const journal = new Journal(run.journal);
  const commits = new Commits({ run, ports, journal, control, quiescence });
  const parts: ClaimParts = { run, ports, journal, control, quiescence, commits, local, time: new DatabaseClock(ports.clock, run), right: new ChatRight({ run, ports, control, quiescence }), left: new Map() };
  if (run.cancelRequested) control.trip(new RunCancelledError(run.cancelRequested.reason));
  if (run.remainingMs <= 0) control.trip(new DeadlineExceededError());
  await parts.right.checkClaim();
  if (control.error) return finishClaim(parts, { kind: 'threw', error: control.error });
  const agent = await build(parts);
  if (!agent) return letGo(parts, () => ports.store.release(run, 'agent_unavailable', unavailableDelay(parts)));
  const stopWatching = watchActiveTime({ run, store: ports.store, control });
  const stopWatchingRight = parts.right.watch();
  try {
    const finish = await race(parts, agent);
    await quiescence.idle(ports.timings.settleMs);
    return await finishClaim(parts, finish);
  } finally {
    stopWatching();
    stopWatchingRight();
  }
}

async function race(parts: ClaimParts, agent: KernelAgent): Promise<Finish> {
  const { control, quiescence, run } = parts;
  const context = new JournaledContext(parts, {
    prefix: '',
    tools: new Map((agent.tools ?? []).map((tool) => [tool.spec.name, tool])),
    policy: { approvalAbove: 'safe', interactive: run.interactive },
    models: agent.modelClient ?? parts.ports.models,
  });
  reportWorkOutside(parts);
  const returned = Promise.resolve().then(() => agent.run(context, [inboxMessage(run)]))
    .then<Finish, Finish>((value) => ({ kind: 'returned', value }), (error: unknown) => ({ kind: 'threw', error }));
  returned.then(() => { if (quiescence.poisoned) quiescence.onLateCall('return'); }).catch(() => undefined);
  return Promise.race([
    control.tripped.then<Finish>((error) => ({ kind: 'threw', error })),
    returned,
    quiescence.suspended.then<Finish>((waits) => ({ kind: 'suspended', waits })),
    quiescence.yielded.then<Finish>(() => ({ kind: 'yielded' })),
  ]);
}

/** A run that suspended while a branch awaited something other than the context would lose that branch's work: say so. */
function reportWorkOutside({ quiescence, ports, run }: ClaimParts): void {
  quiescence.onLateCall = (call) => ports.log('error', 'work_outside_context', { runId: run.runId, agentKey: run.agentKey, call });
}

async function finishClaim(parts: ClaimParts, finish: Finish): Promise<DriveOutcome> {
  const { control, ports: { store, timings, log }, run } = parts;
  if (control.error instanceof LeaseLostError) return 'lost';
  if (control.error instanceof InfrastructureError) log('warn', 'store_failed', { runId: run.runId, error: String(control.error.cause) });
  if (control.error instanceof InfrastructureError || control.error instanceof DrainAbortedError) return letGo(parts, () => store.release(run, 'drained'));
  if (control.error) return end(parts, verdictOfError(control.error, run, timings).end);
  switch (finish.kind) {
    case 'suspended': return suspend(parts, finish.waits);
    case 'yielded': return letGo(parts, () => store.release(run, parts.ports.replayEachStep ? 'queued' : 'drained'));
    case 'returned': return end(parts, endOfValue(finish.value));
    case 'threw': return fail(parts, finish.error);
  }
}

async function fail(parts: ClaimParts, error: unknown): Promise<DriveOutcome> {
  const { ports: { store, timings, log }, run } = parts;
  log('warn', 'run_failed', { runId: run.runId, agentKey: run.agentKey, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const verdict = verdictOfError(error, run, timings);
  if (verdict.kind === 'end') return end(parts, verdict.end);
  const settled = await lastWord(parts, () => store.retryLater(run, { delayMs: verdict.delayMs, error: verdict.end.error! }));
  return settled.kind === 'lost' ? 'lost' : 'retry';
}

async function end(parts: ClaimParts, outcome: RunEnd): Promise<DriveOutcome> {
  if (parts.left.size > 0 && !parts.control.error) await noteLateReplies(parts).catch(() => undefined);
  const events: readonly NewEvent[] = parts.commits.takeBuffered().events;
  const activeMs = parts.commits.takeActiveMs();
  const answer = await lastWord(parts, () => parts.ports.store.end(parts.run, { ...outcome, events, activeMs }));
  if (answer.kind === 'lost') return 'lost';
  if (answer.value === 'waiting_for_children') parts.local.beatSoon();
  return answer.value;
}

async function suspend(parts: ClaimParts, waits: readonly WaitRow[]): Promise<DriveOutcome> {
  const { steps, events } = parts.commits.takeBuffered();
  const activeMs = parts.commits.takeActiveMs();
  const answer = await lastWord(parts, () => parts.ports.store.suspend(parts.run, waits, { activeMs, records: steps, events: [...events, suspendedEvent(parts, waits)] }));
  if (answer.kind === 'lost') return 'lost';
  return answer.value;
}

/** The reason that tells most about how long it may take; the same order as the run row's. */
const reasonRank: readonly StatusReason[] = ['waiting_human', 'waiting_operator', 'waiting_child', 'waiting_signal', 'waiting_inbox', 'waiting_timer'];

function suspendedEvent({ run }: ClaimParts, waits: readonly WaitRow[]): NewEvent {
  const waitingFor = reasonRank.find((reason) => waits.some((wait) => wait.reason === reason));
  return { event: { type: 'workflow', phase: 'suspended', status: 'suspended', ...(waitingFor && { waitingFor }) }, dedupKey: `suspended:${run.epoch}` };
}

async function letGo(parts: ClaimParts, command: () => Promise<void>): Promise<DriveOutcome> {
  const answer = await lastWord(parts, command);
  return answer.kind === 'lost' ? 'lost' : 'released';
}

/** null: not here, not now. A deploy that lacks the agent must not fail its runs. */
async function build({ ports, run }: ClaimParts): Promise<KernelAgent | null> {
  try {
    const factory: AgentFactory | null = await ports.directory.find(run.agentKey);
    if (!factory) throw new Error('no such agent');
    const revision = run.agentRevisionId ? await ports.directory.revision(run.agentRevisionId) : null;
    if (run.agentRevisionId && !revision) throw new Error(`no revision ${run.agentRevisionId}`);
    return await factory.build(run.address, revision);
  } catch (error) {
    ports.log('error', 'agent_unavailable', { runId: run.runId, agentKey: run.agentKey, error: String(error) });
    return null;
  }
}

function unavailableDelay({ ports: { timings }, run }: ClaimParts): number {
  return Math.min(timings.unavailableMaxMs, timings.unavailableMs * 2 ** Math.min(run.attempt, 16));
}

/** The run's input is its one message. */
function inboxMessage(run: ClaimedRun): Message {
  return {
    id: run.runId, target: run.address, sender: 'external', payload: run.input, metadata: run.labels, sentAt: createdAt(run.runId),
    ...(run.sessionId && { correlationId: run.sessionId }),
    ...(run.parentRunId && { replyTo: { runId: run.parentRunId } }),
  };
}

/** The first 48 bits of a run id are the milliseconds it was made at: the same on every replay. */
const createdAt = (runId: string): string => new Date(parseInt(runId.replaceAll('-', '').slice(0, 12), 16)).toISOString();
