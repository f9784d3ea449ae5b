import { z } from 'zod';
import type { Json } from '../../contracts/json.ts';
import type { RunEvent } from '../../contracts/run-event.ts';
import { textInput } from '../../contracts/run-input.ts';
import { agentAddress } from '../../kernel/address.ts';
import type { AskOutcome, RunContext } from '../../kernel/run-context.ts';
import { DelegationRefusedError, TreeFullError } from '../../kernel/run-errors.ts';
import type { RunStore } from '../../kernel/run-store.ts';
import { parseInput, toJsonSchema, type OrchestratedTool, type ToolResult } from '../../kernel/tool.ts';
import { workOfEvents } from './child-work.ts';
import { handoffOutput, unfinishedSentence } from './handoff-output.ts';

const inputSchema = z.strictObject({ task: z.string().min(1).max(20_000) });
const reportRequest = 'Work on this alone and answer with a concise report of what you found or did.';

export interface DelegationOptions {
  name: string;
  target: { agentKey: string; agentId: string; displayName: string; description: string };
  /** Active time of the child; null: only the run's deadline. */
  timeoutMs: number | null;
  /** false: the child's calls are not shown in the caller's message. */
  showsCalls: boolean;
  digestLimit: number;
  events: Pick<RunStore, 'events'>;
}

/**
 * One call is one real child run with a fresh conversation: the task, and nothing of the caller's. The context asks for the
 * permission again at the call. A child's failure is a result for the caller, never its own failure.
 */
export function delegationTool(options: DelegationOptions): OrchestratedTool {
  const { name, target: { agentKey, agentId, displayName, description } } = options;
  return {
    kind: 'orchestrated',
    spec: { name, title: displayName, description, payload: toJsonSchema(inputSchema), risk: 'safe', idempotent: true, agent: { agentKey, agentId, displayName } },
    parse: (input) => parseInput(name, inputSchema, input),
    orchestrate: (input, context, { toolCallId }) => delegate(options, context, { task: String(input['task']), toolCallId }),
  };
}

async function delegate(options: DelegationOptions, context: RunContext, { task, toolCallId }: { task: string; toolCallId: string }): Promise<ToolResult> {
  const { target, timeoutMs, name } = options;
  try {
    const address = agentAddress(target.agentKey, context.sessionId ?? context.rootRunId);
    const child = await context.spawn(address, { payload: textInput(`${task}\n\n${reportRequest}`) as Json }, {
      toolCallId, toolName: name, ...(!options.showsCalls && { hidden: true }), ...(timeoutMs !== null && { activeTimeLimitMs: timeoutMs }),
    });
    const outcome = await context.ask(child, { onTimeout: 'cancel' });
    return await resultOf(options, context, { outcome, childRunId: child.runId });
  } catch (error) {
    if (error instanceof TreeFullError || error instanceof DelegationRefusedError) return refused(error.code, error.message);
    throw error;
  }
}

async function resultOf(options: DelegationOptions, context: RunContext, { outcome, childRunId }: { outcome: AskOutcome; childRunId: string }): Promise<ToolResult> {
  switch (outcome.kind) {
    case 'replied':
      return { output: outcome.value ?? unfinishedSentence, childRunId };
    case 'timed_out': {
      const gathered = await gather(options, context, childRunId);
      return { output: gathered.text, childRunId, ...(gathered.unfinished && { errorCode: 'subagent_timed_out' }) };
    }
    case 'target_failed':
      return { output: (await gather(options, context, childRunId)).text, childRunId, errorCode: outcome.error.code === 'budget_exhausted' ? 'budget_exhausted' : 'subagent_failed' };
    case 'target_cancelled':
      return { output: (await gather(options, context, childRunId)).text, childRunId, errorCode: 'subagent_failed' };
  }
}

/** What the child had come to; journaled, since the log is an outside fact. */
async function gather({ events, digestLimit }: DelegationOptions, context: RunContext, childRunId: string): Promise<{ text: string; unfinished: boolean }> {
  return context.record('gathered', async () => {
    const { text, unfinished } = handoffOutput(workOfEvents(await eventsOf(events, context, childRunId)), digestLimit);
    return { text, unfinished };
  });
}

async function eventsOf(store: Pick<RunStore, 'events'>, { sessionId, rootRunId }: RunContext, runId: string): Promise<RunEvent[]> {
  const found: RunEvent[] = [];
  const page = 500;
  for (let after = 0; ; ) {
    const envelopes = await store.events(sessionId ?? rootRunId, after, page);
    found.push(...envelopes.filter((envelope) => envelope.runId === runId).map(({ event }) => event));
    if (envelopes.length < page) return found;
    after = envelopes.at(-1)!.seq;
  }
}

const refused = (code: string, message: string): ToolResult => ({ output: message, errorCode: code });
