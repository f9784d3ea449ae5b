import { z } from 'zod';

export const runStatusSchema = z.enum(['pending', 'running', 'suspended', 'completed', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof runStatusSchema>;

export const runKindSchema = z.enum(['chat', 'delegate', 'headless', 'schedule', 'event', 'proof']);
export type RunKind = z.infer<typeof runKindSchema>;

export const terminalStatuses = ['completed', 'failed', 'cancelled'] as const satisfies readonly RunStatus[];
export type TerminalStatus = (typeof terminalStatuses)[number];
export const isTerminal = (status: RunStatus): status is TerminalStatus => (terminalStatuses as readonly RunStatus[]).includes(status);

export const stepStateSchema = z.enum(['accepted', 'intent', 'done', 'failed', 'aborted']);
export type StepState = z.infer<typeof stepStateSchema>;

export const statusReasonSchema = z.enum([
  'queued', 'agent_unavailable', 'retry', 'preempted', 'drained',
  'waiting_signal', 'waiting_child', 'waiting_inbox', 'waiting_timer', 'waiting_human', 'waiting_operator',
]);
export type StatusReason = z.infer<typeof statusReasonSchema>;

/** Why a completed run stopped (coordinator.md section 7). */
export const exitReasonSchema = z.enum([
  'answer', 'tool_cap', 'turn_cap', 'time_budget', 'failure_cap', 'tool_failure', 'empty', 'hook', 'budget', 'cancelled', 'deadline', 'error',
]);
export type ExitReason = z.infer<typeof exitReasonSchema>;

export const cancelReasonSchema = z.enum([
  'user_requested', 'session_ended', 'parent_cancelled', 'delegation_timeout', 'engine_cancelled', 'superseded', 'permission_denied', 'agent_paused',
]);
export type CancelReason = z.infer<typeof cancelReasonSchema>;
