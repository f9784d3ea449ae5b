import { setTimeout as delay } from 'node:timers/promises';
import { digestOf, ModelError, storableJson, toolCallId, type LedgerEntry, type LlmOptions, type ModelReply, type ModelRequest, type StepRecord, type StepWrite } from '../../kernel/index.ts';
import type { Json } from '../../contracts/index.ts';
import type { ClaimParts, ContextScope } from './claim-parts.ts';
import { DeltaStream } from './delta-stream.ts';
import { runEffect } from './effect.ts';
import { recorded, recordedError, toRunError } from './journal.ts';
import { withOwnCallIds } from './model-reply.ts';
import { MODEL_RETRIES } from './runtime-timings.ts';
import { replyCommit, partialEvents } from './model-commit.ts';
import { recordedStep } from './step-check.ts';

export interface ModelStepInput { parts: ClaimParts; scope: ContextScope; request: ModelRequest; options: LlmOptions }

/** One model step under way: what its attempts share. */
export interface OpenModelStep extends ModelStepInput {
  key: string;
  write: StepWrite;
  /** Ledger rows of attempts that ended without a reply, oldest first. */
  ledger: LedgerEntry[];
}

/** `context.llm`: served by its key once finished; the intent is written beside the call, the whole reply in one commit. */
export async function modelStep(input: ModelStepInput): Promise<ModelReply> {
  const { parts, scope, request, options } = input;
  const key = `${scope.prefix}${options.key}`;
  const argsDigest = configurationDigest(request);
  const found = parts.journal.get(key);
  // Compared by kind alone: a deploy that changes a prompt must not fail open runs.
  const record = await recordedStep(parts, { key, kind: 'llm', argsDigest: found?.kind === 'llm' ? found.argsDigest : argsDigest });
  if (record?.state === 'done') {
    if (record.argsDigest !== argsDigest) parts.commits.buffer([], [{ event: { type: 'step_diverged', stepKey: key }, stepKey: key, dedupKey: `diverged:${key}` }]);
    return recorded<ModelReply>(record.result);
  }
  if (record?.state === 'failed' && record.error && !record.error.retryable) throw recordedError(record.error);
  const write: StepWrite = { key, kind: 'llm', argsDigest, state: 'intent', idempotent: true };
  return attempts({ ...input, key, write, ledger: lostAttempts(input, key, record) }, (record?.attempts ?? 0) + 1);
}

async function attempts(step: OpenModelStep, first: number): Promise<ModelReply> {
  const { parts } = step;
  const settled = first - 1 - step.ledger.length;
  for (let attempt = first; ; attempt++) {
    parts.control.check();
    const begun = parts.commits.begin([{ ...step.write, facts: { settled } }]);
    begun.catch(() => undefined); // awaited below; the call itself may end first
    const stream = deltaStream(step, attempt);
    const end = await runEffect(parts, (signal) => call(step, { signal, stream, attempt }));
    stream.end();
    if (end.kind === 'value') {
      await begun;
      return accept(step, { reply: end.value, stream, attempt });
    }
    const error = end.kind === 'threw' ? end.error : new Error('unreachable');
    step.ledger.push(ledgerOf(step, attempt, stream));
    if (attempt - first >= MODEL_RETRIES || !(await waitForRetry(step, { error, retry: attempt - first }))) {
      await begun.catch(() => undefined);
      return giveUp(step, { error, stream });
    }
    publisher(step)?.({ type: 'assistant_reset', stepKey: step.key, attempt: attempt + 1 });
  }
}

function call({ parts: { run }, scope, request, key }: OpenModelStep, { signal, stream, attempt }: { signal: AbortSignal; stream: DeltaStream; attempt: number }): Promise<ModelReply> {
  const correlation = { runId: run.runId, stepKey: key, idempotencyKey: `${run.runId}/${run.generation}/${key}/${attempt}` };
  return scope.models.generate(request, { signal, onDelta: (delta) => stream.onDelta(delta), correlation });
}

async function accept(step: OpenModelStep, { reply, stream, attempt }: { reply: ModelReply; stream: DeltaStream; attempt: number }): Promise<ModelReply> {
  const { parts, options } = step;
  if (!parts.control.mayRecord) throw parts.control.error!;
  const own = withOwnCallIds(reply, { stream, callIdAt: (index) => toolCallId(parts.run.runId, options.turn, index), handoffOf: (toolName) => step.scope.tools.get(toolName)?.spec.agent?.displayName });
  const stored = storableJson(own);
  await parts.commits.finish(replyCommit(step, recorded<ModelReply>(stored), attempt));
  return recorded<ModelReply>(stored);
}

/** False: not worth another attempt here. */
async function waitForRetry({ parts, request, key }: OpenModelStep, { error, retry }: { error: unknown; retry: number }): Promise<boolean> {
  const { control, ports: { timings, log }, run } = parts;
  log('warn', 'model_call_failed', { runId: run.runId, stepKey: key, model: request.model, retry, error: String(error) });
  if (control.error || !(error instanceof ModelError) || !error.retryable) return false;
  const waitMs = error.retryAfterMs ?? timings.modelRetryMs * 2 ** retry * (0.5 + Math.random());
  if (waitMs > timings.modelRetryMaxMs || waitMs >= parts.time.msUntil(run.deadlineAt)) return false;
  return parts.quiescence.busy(() => delay(waitMs, true, { signal: control.signal }).catch(() => false));
}

/** Keeps what was shown, journals the failure, and throws: the control's error when the run is over. */
async function giveUp(step: OpenModelStep, { error, stream }: { error: unknown; stream: DeltaStream }): Promise<never> {
  const { parts, write, ledger } = step;
  if (!parts.control.mayRecord) throw parts.control.error!;
  const stored = toRunError(error, { code: 'model_failed', message: 'The model call failed.' });
  const isOver = parts.control.error !== null;
  const retriesRun = stored.retryable && parts.run.kind !== 'chat' && parts.run.retryCount < parts.run.maxRetries;
  const events = isOver || !retriesRun ? partialEvents(step, stream.partialBlocks()) : [];
  await parts.commits.finish({ steps: [{ ...write, state: isOver ? 'aborted' : 'failed', error: stored, facts: { settled: ledger.at(-1)?.attempt ?? 0 } }], ledger, events });
  parts.control.check();
  throw error;
}

function deltaStream(step: OpenModelStep, attempt: number): DeltaStream {
  const { parts, options, key } = step;
  return new DeltaStream({
    stepKey: key, attempt,
    batchMs: parts.ports.timings.deltaMs,
    toolCallId: (index) => toolCallId(parts.run.runId, options.turn, index),
    publish: publisher(step),
    handoffOf: (toolName) => step.scope.tools.get(toolName)?.spec.agent?.displayName,
  });
}

/** A child's text reaches nobody live. */
function publisher({ parts: { run, ports }, options }: OpenModelStep) {
  if (!(options.live ?? run.parentRunId === null)) return null;
  return (event: Parameters<NonNullable<ConstructorParameters<typeof DeltaStream>[0]['publish']>>[0]) =>
    ports.live.publish({ kind: 'delta', envelope: { streamId: run.streamId, runId: run.runId, agentId: run.agentId, event } });
}

/** Attempts of dead processes: begun, never settled. They are counted with what they must have cost at least. */
function lostAttempts(input: ModelStepInput, key: string, record: StepRecord | undefined): LedgerEntry[] {
  if (!record || record.state === 'done') return [];
  const settled = (record.facts as { settled?: number } | null)?.settled ?? 0;
  return Array.from({ length: Math.max(0, record.attempts - settled) }, (_, index) => estimate(input, key, { attempt: settled + index + 1, outputChars: 0 }));
}

function ledgerOf(step: OpenModelStep, attempt: number, stream: DeltaStream): LedgerEntry {
  const outputChars = stream.partialBlocks().reduce((sum, block) => sum + ('text' in block ? block.text.length : 0), 0);
  if (outputChars > 0) return estimate(step, step.key, { attempt, outputChars });
  return { stepKey: step.key, attempt, purpose: step.options.purpose ?? 'turn', model: step.request.model, usage: {}, costMicros: null, source: 'unknown' };
}

/** Four characters are about one token. */
function estimate({ scope, request, options }: ModelStepInput, stepKey: string, { attempt, outputChars }: { attempt: number; outputChars: number }): LedgerEntry {
  const usage = { inputTokens: Math.ceil(JSON.stringify(request.messages).length / 4), outputTokens: Math.ceil(outputChars / 4) };
  return { stepKey, attempt, purpose: options.purpose ?? 'turn', model: request.model, usage, costMicros: scope.models.cost(request.model, usage), source: 'estimated' };
}

/** What a deploy may change under an open run: model, prompt, tools and parameters, not the conversation. */
function configurationDigest({ model, messages, tools, toolChoice, params, responseFormat }: ModelRequest): string {
  const system = messages.filter((message) => message.role === 'system');
  return digestOf(JSON.parse(JSON.stringify({ model, system, tools, toolChoice, params, responseFormat })) as Json);
}
