import type { ExitReason } from '../contracts/run-status.ts';
import type { ModelBlock } from '../contracts/run-event.ts';
import { AppError } from '../kernel/app-error.ts';
import type { ChatMessage } from '../kernel/chat-message.ts';
import type { GatePolicy } from '../kernel/gate.ts';
import { ModelError } from '../kernel/model-error.ts';
import type { ModelParams, ModelReply, ModelRequest } from '../kernel/model-client.ts';
import type { RunContext, ToolCall, ToolOutcome } from '../kernel/run-context.ts';
import { OutputContractError } from '../kernel/run-errors.ts';
import { toModelTool, type Tool } from '../kernel/tool.ts';
import { replyMessage, resultsMessage } from './conversation.ts';
import { admit } from './planning/admission.ts';
import { finalizationInstruction, recoveryGuidance } from './planning/guidance.ts';
import { afterTurn, beginPlanning, type FinalizationReason, type NextMove, type PlanningState, type TurnOutcome } from './planning/planning-turn.ts';
import type { RunPolicy } from './planning/run-policy.ts';
import { callsOf, reviewReply, textOf } from './planning/validated-model.ts';
import { skippedCallTool } from './skipped-call-tool.ts';

export interface ReactLoopOptions {
  model: string;
  params?: ModelParams;
  instructions: string;
  /** The conversation so far; never changed. */
  history: readonly ChatMessage[];
  tools: readonly Tool[];
  gatePolicy: GatePolicy;
  policy: RunPolicy;
  /** Parallel calls of one turn. */
  toolConcurrency: number;
  /** Characters of a result that the model sees; 0 or less, or absent = uncut. */
  toolOutputLimit?: number;
  /** Deltas go to the live hub. */
  live: boolean;
  /** A trimmed view of the messages for the next request; the list itself stays whole. */
  view?(messages: readonly ChatMessage[]): readonly ChatMessage[];
}

/** A call that ran (or was refused), for reports. Calls over the cap are not in it. */
export interface ExecutedCall { toolName: string; input: ToolCall['input']; outcome: ToolOutcome }

export interface LoopOutcome {
  exitReason: ExitReason;
  /** The answer: text without calls, or the wrap-up's. */
  text: string | null;
  /** Cut short by a limit. */
  truncated: boolean;
  /** Anything at all was said or found. */
  hasContent: boolean;
  calls: readonly ExecutedCall[];
}

/** Carries out what the planning-turn reducer decides. Every effect goes through the context; control errors pass through. */
export async function reactLoop(context: RunContext, options: ReactLoopOptions): Promise<LoopOutcome> {
  const loop = new ReactLoop(context.withTools(options.tools, options.gatePolicy), options);
  return loop.run();
}

class ReactLoop {
  private readonly added: ChatMessage[] = [];
  private readonly calls: ExecutedCall[] = [];
  private spoken = false;

  constructor(private readonly context: RunContext, private readonly options: ReactLoopOptions) {}

  async run(): Promise<LoopOutcome> {
    let { state, move } = beginPlanning(this.options.policy);
    let reply: ModelReply | null = null;
    for (;;) {
      if (move.kind === 'answer') return this.end('answer', reply === null ? null : textOf(reply.blocks));
      if (move.kind === 'fail') throw failureOf(move);
      if (move.kind === 'finalize') return this.finalize(move.turn, move.reason);
      const planned = await this.plan(move);
      if (planned === 'budget') return this.end('budget', null);
      reply = planned;
      ({ state, move } = afterTurn(state, await this.carryOut(reply, move, state), this.options.policy));
    }
  }

  private async plan(move: Extract<NextMove, { kind: 'plan' }>): Promise<ModelReply | 'budget'> {
    const notice = move.rejection ? recoveryGuidance(move.rejection) : null;
    const request = this.request(notice, move.toolsOff ? [] : this.options.tools);
    return withinBudget(() => this.context.llm(request, { key: `t${move.turn}/llm`, turn: move.turn, live: this.options.live, review: (reply) => this.review(reply, move.toolsOff) }));
  }

  private async carryOut(reply: ModelReply, { toolsOff, turn }: Extract<NextMove, { kind: 'plan' }>, state: PlanningState): Promise<TurnOutcome> {
    const verdict = this.review(reply, toolsOff);
    if (!verdict.accepted) return { kind: 'rejected', verdict };
    this.added.push(replyMessage(reply));
    this.spoken ||= textOf(reply.blocks) !== '';
    const blocks = callsOf(reply);
    if (blocks.length === 0) return { kind: 'answered' };
    return this.execute(blocks, turn, state.toolCallsUsed);
  }

  private async execute(blocks: readonly CallBlock[], turn: number, used: number): Promise<TurnOutcome> {
    const calls = blocks.map(({ toolCallId, toolName, input }): ToolCall => ({ toolCallId, toolName, input, turn }));
    const cap = this.options.policy.maxToolCalls;
    const { admitted, skipped } = admit(calls, used, cap);
    const outcomes = admitted.length === 0 ? [] : await this.context.toolBatch(admitted, { concurrency: this.options.toolConcurrency });
    const stubs = skipped.length === 0 || cap === null ? [] : await this.answerSkipped(skipped, cap);
    this.added.push(resultsMessage(blocks, [...outcomes, ...stubs], this.options.toolOutputLimit ?? 0));
    this.calls.push(...admitted.map(({ toolName, input }, index) => ({ toolName, input, outcome: outcomes[index]! })));
    return { kind: 'executed', failed: outcomes.map(({ kind }) => kind === 'error'), skipped: skipped.length };
  }

  private answerSkipped(skipped: readonly ToolCall[], cap: number): Promise<ToolOutcome[]> {
    const stubs = [...new Set(skipped.map(({ toolName }) => toolName))].map((name) => skippedCallTool(name, cap));
    return this.context.withTools(stubs, { approvalAbove: 'never', interactive: false }).toolBatch(skipped);
  }

  /** Exactly once, outside turns and tool cap, inside usage. That it fails is no failure of the run. */
  private async finalize(turn: number, reason: FinalizationReason): Promise<LoopOutcome> {
    const request = this.request(finalizationInstruction(reason), []);
    const reply = await withinBudget(() => this.context.llm(request, { key: `t${turn}/finalize`, turn, live: this.options.live, review: (given) => this.review(given, true) })).catch(asWarning);
    if (reply === 'budget') return this.end('budget', null);
    return this.end(reason, reply !== null && this.review(reply, true).accepted ? textOf(reply.blocks) : null);
  }

  private end(exitReason: ExitReason, text: string | null): LoopOutcome {
    const found = this.calls.some(({ outcome }) => outcome.kind === 'ok');
    return { exitReason, text, truncated: exitReason !== 'answer', hasContent: text !== null || this.spoken || found, calls: this.calls };
  }

  private review(reply: ModelReply, toolsOff: boolean) {
    return reviewReply(reply, { tools: this.options.tools, toolsOff });
  }

  /** Notices join the one system message: providers refuse a second one further down. */
  private request(notice: string | null, tools: readonly Tool[]): ModelRequest {
    const { model, params, instructions, history, view = (messages) => messages } = this.options;
    const content = [instructions, ...(notice === null ? [] : [notice])].join('\n\n');
    return {
      model,
      messages: [{ role: 'system', content }, ...view([...history, ...this.added])],
      ...(tools.length > 0 && { tools: tools.map(toModelTool) }),
      ...(params && { params }),
    };
  }
}

type CallBlock = Extract<ModelBlock, { type: 'tool_call' }>;

/** Spent money or tokens end the loop without a wrap-up. */
async function withinBudget(call: () => Promise<ModelReply>): Promise<ModelReply | 'budget'> {
  try {
    return await call();
  } catch (error) {
    // By code: a replay throws the recorded error, not the class.
    if (error instanceof AppError && error.code === 'budget_exhausted') return 'budget';
    throw error;
  }
}

function asWarning(error: unknown): null {
  if (error instanceof ModelError) return null;
  throw error;
}

const failureOf = ({ rejection }: Extract<NextMove, { kind: 'fail' }>): Error =>
  rejection.kind === 'content_filtered' ? new ModelError('content_filtered', 'The provider withheld the response.') : new OutputContractError(rejection.kind);
