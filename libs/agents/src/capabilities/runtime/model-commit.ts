import { type JournalCommit, type ModelReply, type NewEvent, type ReplyVerdict, type StepWrite } from '../../kernel/index.ts';
import type { ModelBlock } from '../../contracts/index.ts';
import { callsOf, textOf } from './model-reply.ts';
import type { OpenModelStep } from './model-step.ts';
import { stepDigest } from './step-check.ts';

/** The one commit of a finished model call: reply, event with the ordered blocks, accepted calls, usage, ledger rows. */
export function replyCommit(step: OpenModelStep, reply: ModelReply, attempt: number): JournalCommit {
  const { scope, options, request, key, write } = step;
  const verdict = options.review?.(reply) ?? { accepted: true, final: callsOf(reply.blocks).length === 0 };
  const costMicros = scope.models.cost(reply.model, reply.usage) ?? scope.models.cost(request.model, reply.usage);
  return {
    steps: [{ ...write, state: 'done', result: JSON.parse(JSON.stringify(reply)), facts: { settled: attempt } }, ...(verdict.accepted ? acceptedCalls(step, reply) : [])],
    events: [
      { event: verdictEvent(step, { reply, verdict, attempt }), stepKey: key, dedupKey: `turn:${key}` },
      { event: { type: 'usage', model: reply.model, usage: reply.usage, costMicros }, stepKey: key, dedupKey: `usage:${key}` },
    ],
    ledger: [...step.ledger, { stepKey: key, attempt, purpose: options.purpose ?? 'turn', model: reply.model, usage: reply.usage, costMicros, source: 'provider' }],
  };
}

/** What was shown of a reply that will not come: kept as a turn of its own, so that the answer does not vanish. */
export function partialEvents({ options, key, parts }: OpenModelStep, blocks: readonly ModelBlock[]): NewEvent[] {
  if (textOf(blocks) === '') return [];
  const event = { type: 'assistant_turn' as const, turn: options.turn, text: textOf(blocks), blocks: [...blocks], final: false, finishReason: parts.control.error ? 'aborted' : 'error', stepKey: key };
  return [{ event, stepKey: key, dedupKey: `partial:${key}` }];
}

function verdictEvent({ options, key }: OpenModelStep, { reply, verdict, attempt }: { reply: ModelReply; verdict: ReplyVerdict; attempt: number }): NewEvent['event'] {
  const blocks = [...reply.blocks];
  if (!verdict.accepted) return { type: 'model_output_rejected', turn: options.turn, attempt, kind: verdict.kind, recoverable: verdict.recoverable, blocks, reason: verdict.reason };
  return { type: 'assistant_turn', turn: options.turn, text: textOf(blocks), blocks, final: verdict.final, finishReason: reply.finishReason, stepKey: key };
}

/** The run takes on all calls of the turn in the commit of the turn; each begins later. */
function acceptedCalls({ scope, options }: OpenModelStep, reply: ModelReply): StepWrite[] {
  return callsOf(reply.blocks).flatMap((call) => {
    const spec = scope.tools.get(call.toolName)?.spec;
    if (!spec) return [];
    return [{
      key: `${scope.prefix}t${options.turn}/tool/${call.toolCallId}`,
      kind: 'tool',
      argsDigest: stepDigest('tool', call.toolName, call.input),
      state: 'accepted' as const,
      idempotent: spec.idempotent,
      facts: { toolName: spec.name, title: spec.title, risk: spec.risk, input: call.input },
    }];
  });
}
