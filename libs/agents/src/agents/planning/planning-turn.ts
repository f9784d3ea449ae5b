import type { ReplyVerdict } from '../../kernel/run-context.ts';
import type { RunPolicy } from './run-policy.ts';

/**
 * The one planning-turn reducer: pure, shared by every agent that asks a model in turns. It is fed with what a turn came to
 * and says what happens next; the loop only carries it out. Invariant: after `finalize` nothing but an end follows.
 */
export interface PlanningState {
  /** Planning turns begun. */
  turn: number;
  toolCallsUsed: number;
  /** Turns in a row whose calls all failed, at any width. */
  failureStreak: number;
  /** Rejected responses in a row. */
  recoveryTurns: number;
}

export const initialPlanningState: PlanningState = { turn: 0, toolCallsUsed: 0, failureStreak: 0, recoveryTurns: 0 };

export type FinalizationReason = 'tool_cap' | 'turn_cap' | 'failure_cap' | 'empty';
type Rejection = Extract<ReplyVerdict, { accepted: false }>;

export type TurnOutcome =
  | { kind: 'rejected'; verdict: Rejection }
  | { kind: 'answered' }
  | { kind: 'executed'; failed: readonly boolean[]; skipped: number };

export type NextMove =
  /** Ask the model. `toolsOff` and `rejection` only after a rejected response. */
  | { kind: 'plan'; turn: number; toolsOff: boolean; rejection: Rejection | null }
  /** The one wrap-up: a call without tools and with an instruction. `turn` is only its place in the step keys. */
  | { kind: 'finalize'; turn: number; reason: FinalizationReason }
  | { kind: 'answer' }
  | { kind: 'fail'; rejection: Rejection };

export interface Transition { state: PlanningState; move: NextMove }

export const beginPlanning = (policy: RunPolicy): Transition => nextTurn(initialPlanningState, policy, null);

/** First match wins, in the order of composition.md section 4. */
export function afterTurn(state: PlanningState, outcome: TurnOutcome, policy: RunPolicy): Transition {
  switch (outcome.kind) {
    case 'answered':
      return { state: { ...state, recoveryTurns: 0 }, move: { kind: 'answer' } };
    case 'rejected':
      return afterRejection({ ...state, recoveryTurns: state.recoveryTurns + 1 }, outcome.verdict, policy);
    case 'executed':
      return afterExecution(state, outcome, policy);
  }
}

function afterExecution(state: PlanningState, { failed, skipped }: Extract<TurnOutcome, { kind: 'executed' }>, policy: RunPolicy): Transition {
  const allFailed = failed.length > 0 && failed.every(Boolean);
  const next: PlanningState = {
    ...state,
    toolCallsUsed: state.toolCallsUsed + failed.length,
    failureStreak: allFailed ? state.failureStreak + 1 : failed.length > 0 ? 0 : state.failureStreak,
    recoveryTurns: 0,
  };
  if (skipped > 0) return finalize(next, 'tool_cap');
  if (next.turn >= policy.maxTurns) return finalize(next, 'turn_cap');
  if (policy.maxConsecutiveFailures !== null && next.failureStreak >= policy.maxConsecutiveFailures) return finalize(next, 'failure_cap');
  return nextTurn(next, policy, null);
}

/** An empty answer ends in the finalization; every other unusable response fails the run once recovery is used up. */
function afterRejection(state: PlanningState, rejection: Rejection, policy: RunPolicy): Transition {
  if (rejection.recoverable === null || state.recoveryTurns > policy.maxRecoveryTurns) {
    return rejection.kind === 'empty' && rejection.recoverable !== null ? finalize(state, 'empty') : { state, move: { kind: 'fail', rejection } };
  }
  return state.turn >= policy.maxTurns ? finalize(state, 'turn_cap') : nextTurn(state, policy, rejection);
}

/** A turn that begins with the cap used up (cap 0: the first) is the wrap-up. */
function nextTurn(state: PlanningState, policy: RunPolicy, rejection: Rejection | null): Transition {
  if (policy.maxToolCalls !== null && state.toolCallsUsed >= policy.maxToolCalls) return finalize(state, 'tool_cap');
  const turn = state.turn + 1;
  return { state: { ...state, turn }, move: { kind: 'plan', turn, toolsOff: rejection?.recoverable === 'answer', rejection } };
}

const finalize = (state: PlanningState, reason: FinalizationReason): Transition => ({ state, move: { kind: 'finalize', turn: state.turn + 1, reason } });
