import { AppError, InvalidToolInputError, storableJson, type EffectTool, type OrchestratedTool, type RunContext, type StepRecord, type Tool, type ToolCall, type ToolOutcome } from '../../kernel/index.ts';
import type { JsonObject } from '../../contracts/index.ts';
import { CallSlots } from './call-slots.ts';
import type { ClaimParts, ContextScope } from './claim-parts.ts';
import { runEffect, type EffectEnd } from './effect.ts';
import { recorded } from './journal.ts';
import { bufferStart, callKey, endCall, endWrite, errorOutcome, startEvent, type OpenCall } from './open-call.ts';
import { recordedStep, resolveDoubt, stepDigest, type ExpectedStep } from './step-check.ts';
import { passGate } from './tool-gate.ts';

export interface ToolStepInput {
  parts: ClaimParts;
  scope: ContextScope;
  call: ToolCall;
  slots?: CallSlots;
  /** The context an orchestrated tool works with: keys below the call's. */
  contextFor(prefix: string): RunContext;
}

/** `context.tool`: one outcome per accepted call, exactly one `tool_start` and `tool_end`, whatever happens. */
export async function toolStep({ parts, scope, call, slots, contextFor }: ToolStepInput): Promise<ToolOutcome> {
  const open: OpenCall = { parts, scope, call, key: callKey(scope, call), slots: slots ?? new CallSlots(1), startedAtMs: parts.ports.clock.monotonicMs() };
  const tool = scope.tools.get(call.toolName);
  if (!tool) return refuse(open, errorOutcome(call, 'tool_unavailable', `There is no tool "${call.toolName}".`));
  const parsed = parse(tool, call);
  if (parsed.kind === 'invalid') return refuse(open, parsed.outcome, tool);
  if (!(await mayCall(open))) return revoke(open, tool);
  if (!(await mayDelegate(open, tool))) return refuse(open, errorOutcome(call, 'permission_denied', 'You may not use this agent.'), tool);
  const passed = await passGate(open, tool, parsed.input);
  if (passed.kind === 'denied') return refuse(open, passed.outcome, tool);
  if (passed.kind === 'invalid') return refuse(open, invalidInput(call, passed.error), tool);
  const expected: ExpectedStep = { key: open.key, kind: 'tool', argsDigest: stepDigest('tool', call.toolName, passed.input), toolName: call.toolName, toolCallId: call.toolCallId };
  const record = await recordedStep(parts, expected);
  if (record?.state === 'done') return recorded<ToolOutcome>(record.result);
  return open.slots.run(tool.spec.concurrencySafe === false, () =>
    tool.kind === 'effect' ? effectCall(open, { tool, input: passed.input, expected, record }) : orchestratedCall(open, { tool, input: passed.input, context: contextFor(`${open.key}/`) }));
}

function parse(tool: Tool, call: ToolCall): { kind: 'valid'; input: JsonObject } | { kind: 'invalid'; outcome: ToolOutcome } {
  try {
    return { kind: 'valid', input: tool.parse(call.input) };
  } catch (error) {
    return { kind: 'invalid', outcome: invalidInput(call, error) };
  }
}

/** Ends a call that never ran, or serves how it ended. */
async function refuse(open: OpenCall, outcome: ToolOutcome, tool?: Tool): Promise<ToolOutcome> {
  const found = open.parts.journal.get(open.key);
  if (found?.state === 'done') return recorded<ToolOutcome>(found.result);
  bufferStart(open, { input: open.call.input, title: tool?.spec.title ?? open.call.toolName });
  return endCall(open, { input: open.call.input, outcome, tool });
}

/** Asked again before each call that is not answered yet. */
async function mayCall({ parts, key }: OpenCall): Promise<boolean> {
  return parts.journal.get(key)?.state === 'done' || parts.right.ask();
}

/** The right to use this agent is gone: the call is refused, and the run ends with that reason. */
async function revoke(open: OpenCall, tool: Tool): Promise<ToolOutcome> {
  const outcome = await refuse(open, errorOutcome(open.call, 'permission_denied', 'You may not use this agent any more.'), tool);
  await open.parts.quiescence.busy(() => open.parts.right.revoke());
  return outcome;
}

/** Asked again before each delegation; not once the child exists. */
async function mayDelegate({ parts, key }: OpenCall, { spec }: Tool): Promise<boolean> {
  if (!spec.agent || parts.journal.get(`${key}/spawn`) || parts.journal.get(key)?.state === 'done') return true;
  const { agentId } = spec.agent;
  return parts.quiescence.busy(() => parts.ports.access.can(parts.run.principal, 'view_agent', agentId));
}

interface EffectCall { tool: EffectTool; input: JsonObject; expected: ExpectedStep; record: StepRecord | undefined }

async function effectCall(open: OpenCall, { tool, input, expected, record }: EffectCall): Promise<ToolOutcome> {
  const { parts, call, key } = open;
  const { spec } = tool;
  const { run, control, commits, ports } = parts;
  if (record?.state === 'intent' && !spec.idempotent) {
    const answer = await resolveDoubt(parts, { expected, record, ...(spec.onInDoubt && { onInDoubt: spec.onInDoubt }) });
    if (answer.choice === 'record') return endCall(open, { input, outcome: { kind: 'ok', toolCallId: call.toolCallId, output: answer.result }, tool });
  }
  control.check();
  if (spec.idempotent) bufferStart(open, { input, title: spec.title });
  else await commits.begin([{ key, kind: 'tool', argsDigest: expected.argsDigest, state: 'intent', idempotent: false, facts: { toolName: spec.name, title: spec.title, risk: spec.risk, input } }], [startEvent(open, { input, title: spec.title })]);
  control.check(); // a process that slept past its lease must not start what another one may be doing
  const io = { runId: run.runId, sessionId: run.sessionId, principal: run.principal, toolCallId: call.toolCallId, idempotencyKey: `${run.runId}/${run.generation}/${key}`, attempt: (record?.attempts ?? 0) + 1 };
  const end = await runEffect(parts, (signal) => tool.execute(input, { ...io, signal, progress: (delta) => progress(open, delta) }), spec.timeoutMs ?? ports.timings.toolTimeoutMs);
  if (!control.mayRecord) throw control.error!;
  if (control.error && end.kind === 'threw') return abortCall(open, { input, tool });
  return endCall(open, { input, outcome: outcomeOf(open, end), tool });
}

/** The run is over and the effect was stopped: its outcome is not known. */
async function abortCall(open: OpenCall, { input, tool }: { input: JsonObject; tool: Tool }): Promise<never> {
  const { step, event } = endWrite(open, { input, outcome: errorOutcome(open.call, 'cancelled', 'The call was stopped.'), tool });
  const { result: _notKnown, ...identity } = step;
  await open.parts.commits.finish({ steps: [{ ...identity, state: 'aborted' }], events: [event] });
  throw open.parts.control.error!;
}

function outcomeOf(open: OpenCall, end: EffectEnd<unknown>): ToolOutcome {
  const { call, parts } = open;
  if (end.kind === 'value') return { kind: 'ok', toolCallId: call.toolCallId, output: storableJson(end.value) };
  if (end.kind === 'timed_out') return { ...errorOutcome(call, 'tool_timeout', 'The tool did not answer in time; whether it took effect is not known.'), outcomeUnknown: true } as ToolOutcome;
  parts.ports.log('warn', 'tool_failed', { runId: parts.run.runId, toolCallId: call.toolCallId, toolName: call.toolName, error: String(end.error) });
  return thrownOutcome(call, end.error);
}

/** Texts of foreign exceptions are for the log; an AppError's message is written for callers. */
function thrownOutcome(call: ToolCall, error: unknown): ToolOutcome {
  if (error instanceof AppError) return errorOutcome(call, error.code, error.message);
  return errorOutcome(call, 'tool_failed', 'The tool failed.');
}

async function orchestratedCall(open: OpenCall, { tool, input, context }: { tool: OrchestratedTool; input: JsonObject; context: RunContext }): Promise<ToolOutcome> {
  const { call, parts } = open;
  bufferStart(open, { input, title: tool.spec.title });
  try {
    const { output, errorCode, childRunId, skipped } = await tool.orchestrate(input, context, { toolCallId: call.toolCallId });
    const facts = { toolCallId: call.toolCallId, output: storableJson(output), ...(childRunId && { childRunId }) };
    return await endCall(open, { input, outcome: errorCode ? { kind: 'error', code: errorCode, ...facts } : { kind: 'ok', ...facts }, tool, ...(skipped && { skipped }) });
  } catch (error) {
    if (parts.control.error) throw parts.control.error;
    parts.ports.log('warn', 'tool_failed', { runId: parts.run.runId, toolCallId: call.toolCallId, toolName: call.toolName, error: String(error) });
    return endCall(open, { input, outcome: thrownOutcome(call, error), tool });
  }
}

function invalidInput(call: ToolCall, error: unknown): ToolOutcome {
  if (!(error instanceof InvalidToolInputError)) return thrownOutcome(call, error);
  return errorOutcome(call, 'invalid_tool_input', { message: error.message, issues: error.issues.map((issue) => ({ ...issue })) });
}

function progress({ parts: { run, ports }, call }: OpenCall, delta: string): void {
  ports.live.publish({ kind: 'delta', envelope: { streamId: run.streamId, runId: run.runId, agentId: run.agentId, event: { type: 'custom', name: 'tool_output_delta', payload: { toolCallId: call.toolCallId, toolName: call.toolName, delta } } } });
}
