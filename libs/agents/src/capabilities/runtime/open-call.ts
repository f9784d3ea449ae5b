import type { StepWrite, Tool, ToolCall, ToolOutcome } from '../../kernel/index.ts';
import type { Json } from '../../contracts/index.ts';
import type { CallSlots } from './call-slots.ts';
import type { ClaimParts, ContextScope } from './claim-parts.ts';
import { recorded } from './journal.ts';
import { stepDigest } from './step-check.ts';

/** One accepted call under way. */
export interface OpenCall {
  parts: ClaimParts;
  scope: ContextScope;
  call: ToolCall;
  key: string;
  /** Shared by the calls of one batch. */
  slots: CallSlots;
  startedAtMs: number;
}

export const callKey = (scope: ContextScope, call: ToolCall): string => `${scope.prefix}t${call.turn}/tool/${call.toolCallId}`;

export interface CallEnd {
  /** Effective arguments: what was executed, else what the model sent. */
  input: Json;
  outcome: ToolOutcome;
  tool?: Tool | undefined;
  /** Not counted: the call was over the cap. */
  skipped?: true;
}

/** `tool_start` waits for the next commit, whichever it is; written once per call. */
export function bufferStart(open: OpenCall, { input, title }: { input: Json; title: string }): void {
  open.parts.commits.buffer([], [startEvent(open, { input, title })]);
}

export function startEvent({ call, key, scope }: OpenCall, { input, title }: { input: Json; title: string }) {
  const handoff = scope.tools.get(call.toolName)?.spec.agent?.displayName;
  const event = { type: 'tool_start' as const, toolCallId: call.toolCallId, toolName: call.toolName, title, payload: input, turn: call.turn, ...(handoff && { handoff }) };
  return { event, stepKey: key, dedupKey: `start:${call.toolCallId}` };
}

/** The call's one result and its `tool_end`, in one commit. */
export function endWrite(open: OpenCall, { input, outcome, tool, skipped }: CallEnd) {
  const { call, key, parts } = open;
  const step: StepWrite = {
    key, kind: 'tool', argsDigest: stepDigest('tool', call.toolName, input), state: 'done', idempotent: tool?.spec.idempotent ?? true,
    result: JSON.parse(JSON.stringify(outcome)) as Json,
  };
  const event = {
    type: 'tool_end' as const, toolCallId: call.toolCallId, toolName: call.toolName,
    result: outcome.output,
    durationMs: Math.max(0, Math.round(parts.ports.clock.monotonicMs() - open.startedAtMs)),
    ...(outcome.kind === 'error' && { failure: { kind: outcome.code, message: failureText(outcome.output) } }),
    ...(outcome.kind === 'denied' && { denied: true }),
    ...(skipped && { skipped }),
    ...('childRunId' in outcome && outcome.childRunId && { childRunId: outcome.childRunId }),
  };
  return { step, event: { event, stepKey: key, dedupKey: `end:${call.toolCallId}` } };
}

export async function endCall(open: OpenCall, end: CallEnd): Promise<ToolOutcome> {
  const { step, event } = endWrite(open, end);
  await open.parts.commits.finish({ steps: [step], events: [event] });
  return recorded<ToolOutcome>(step.result!);
}

function failureText(output: Json): string {
  if (typeof output === 'string') return output;
  const { message, error } = (output ?? {}) as { message?: Json; error?: Json };
  return String(message ?? error ?? 'The call failed.');
}

/** An error as the model reads it. */
export const errorOutcome = (call: ToolCall, code: string, message: string | { [key: string]: Json; message: string }): ToolOutcome =>
  ({ kind: 'error', toolCallId: call.toolCallId, code, output: { error: code, ...(typeof message === 'string' ? { message } : message) } });
