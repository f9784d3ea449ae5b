import type { Json } from '../contracts/json.ts';
import type { AgentAddress } from '../kernel/address.ts';
import type { KernelAgent } from '../kernel/agent.ts';
import type { ChatMessage } from '../kernel/chat-message.ts';
import { userText } from '../kernel/chat-message.ts';
import type { GatePolicy } from '../kernel/gate.ts';
import type { Message } from '../kernel/message.ts';
import type { ModelClient, ModelParams } from '../kernel/model-client.ts';
import type { RunContext } from '../kernel/run-context.ts';
import { BudgetExhaustedError } from '../kernel/run-errors.ts';
import type { Tool } from '../kernel/tool.ts';
import { reactLoop, type LoopOutcome } from './react-loop.ts';

export interface ReActAgentOptions {
  id: AgentAddress;
  model: string;
  params?: ModelParams;
  instructions: string;
  tools?: readonly Tool[];
  modelClient?: ModelClient;
  /** Model turns per run [10]. */
  maxIterations?: number;
  toolConcurrency?: number;
  /** Asks people for calls above this risk [safe]. */
  approvalAbove?: GatePolicy['approvalAbove'];
  view?(messages: readonly ChatMessage[]): readonly ChatMessage[];
}

/** A limit cut the run short; what it came to is kept. */
export class RunCutShortError extends BudgetExhaustedError {
  constructor(limit: Record<string, number>, readonly partial: Json) { super(limit); }
}

/**
 * A plain kernel agent around the one loop: the inbox's texts are the conversation, the answer is the output. At a limit
 * it makes one tool-free wrap-up and then fails loudly with `RunCutShortError`, whose `partial` is what it has.
 */
export class ReActAgent implements KernelAgent {
  readonly id: AgentAddress;
  readonly tools: readonly Tool[];
  readonly modelClient?: ModelClient;

  constructor(private readonly options: ReActAgentOptions) {
    this.id = options.id;
    this.tools = options.tools ?? [];
    if (options.modelClient) this.modelClient = options.modelClient;
  }

  async run(context: RunContext, inbox: readonly Message[]): Promise<Json> {
    const payloads = inbox.length > 0 ? inbox.map(({ payload }) => payload) : [context.input];
    const outcome = await reactLoop(context, this.loopOptions(context, payloads.map((payload) => userText(textOfPayload(payload)))));
    if (outcome.exitReason === 'answer') return outcome.text;
    await context.log('run_truncated', { reason: outcome.exitReason });
    throw new RunCutShortError({ maxIterations: this.maxIterations }, partialOf(outcome));
  }

  private loopOptions(context: RunContext, history: readonly ChatMessage[]) {
    const { model, params, instructions, toolConcurrency = 4, approvalAbove = 'safe', view } = this.options;
    return {
      model, instructions, history, tools: this.tools, toolConcurrency, live: context.parentRunId === null,
      ...(params && { params }),
      ...(view && { view }),
      gatePolicy: { approvalAbove, interactive: context.interactive },
      policy: { maxTurns: this.maxIterations, maxToolCalls: null, maxConsecutiveFailures: null, maxRecoveryTurns: 2 },
    };
  }

  private get maxIterations(): number {
    return this.options.maxIterations ?? 10;
  }
}

/** A text, `{text}`, `{task}`, or any value as JSON. */
function textOfPayload(payload: Json): string {
  if (typeof payload === 'string') return payload;
  if (payload !== null && typeof payload === 'object' && !Array.isArray(payload)) {
    const text = payload['text'] ?? payload['task'];
    if (typeof text === 'string') return text;
  }
  return JSON.stringify(payload);
}

const partialOf = ({ text, calls }: LoopOutcome): Json => ({ text, results: calls.flatMap(({ toolName, outcome }) => (outcome.kind === 'ok' ? [{ toolName, output: outcome.output }] : [])) });
