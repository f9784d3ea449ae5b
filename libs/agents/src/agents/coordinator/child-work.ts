import type { RunEvent } from '../../contracts/run-event.ts';
import type { ToolSpec } from '../../kernel/tool.ts';
import { textOf } from '../planning/validated-model.ts';
import type { ExecutedCall, LoopOutcome } from '../react-loop.ts';
import type { ChildWork, ReportedCall } from './handoff-output.ts';

/** Refused before anything ran: these appear in no report. */
const neverRan: ReadonlySet<string> = new Set(['tool_unavailable', 'invalid_tool_input', 'interrupts_not_allowed', 'permission_denied']);

/** What a loop came to, for the report of the run it served. */
export function workOfLoop({ text, calls }: LoopOutcome, tools: readonly ToolSpec[]): ChildWork {
  const sensitive = new Map(tools.map((spec) => [spec.name, spec.sensitive ?? []]));
  return { answer: text, calls: calls.flatMap((call) => reported(call, sensitive.get(call.toolName) ?? [])) };
}

function reported({ toolName, input, outcome }: ExecutedCall, sensitive: readonly string[]): ReportedCall[] {
  if (outcome.kind === 'denied' || (outcome.kind === 'error' && neverRan.has(outcome.code))) return [];
  return [{ toolName, input, sensitive, output: outcome.output, status: outcome.kind === 'ok' ? 'ok' : 'failed' }];
}

/** What a child that was cut off had come to, read from its events. Arguments are left out: which of them are sensitive is not in the log. */
export function workOfEvents(events: readonly RunEvent[]): ChildWork {
  const started = new Map(events.flatMap((event) => (event.type === 'tool_start' ? [[event.toolCallId, event] as const] : [])));
  const calls = events.flatMap((event): ReportedCall[] => {
    if (event.type !== 'tool_end' || !started.has(event.toolCallId) || event.denied || event.skipped || isSkipped(event.result)) return [];
    if (event.failure) return neverRan.has(event.failure.kind) ? [] : [{ toolName: event.toolName, input: {}, status: 'failed', output: null }];
    return [{ toolName: event.toolName, input: {}, status: 'ok', output: event.result ?? null }];
  });
  return { answer: lastAnswer(events), calls };
}

function lastAnswer(events: readonly RunEvent[]): string | null {
  const turn = events.findLast((event) => event.type === 'assistant_turn');
  if (turn === undefined || turn.type !== 'assistant_turn' || !turn.final || turn.finishReason === 'error') return null;
  return textOf(turn.blocks);
}

const isSkipped = (result: unknown): boolean => typeof result === 'object' && result !== null && Object.keys(result).length === 1 && 'skipped' in result;
