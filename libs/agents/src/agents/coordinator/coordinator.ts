import type { Json } from '../../contracts/json.ts';
import { runInputSchema, type RunInput } from '../../contracts/run-input.ts';
import type { AgentAddress } from '../../kernel/address.ts';
import { RunResult, type KernelAgent } from '../../kernel/agent.ts';
import type { ChatMessage } from '../../kernel/chat-message.ts';
import type { ModelClient } from '../../kernel/model-client.ts';
import type { RunContext } from '../../kernel/run-context.ts';
import { BudgetExhaustedError, OutputContractError } from '../../kernel/run-errors.ts';
import type { Tool, ToolSpec } from '../../kernel/tool.ts';
import { defaultRunPolicy, type RunMode } from '../planning/run-policy.ts';
import type { LoopOutcome, ReactLoopOptions } from '../react-loop.ts';
import { instantiate, type Agent } from './agent.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { workOfLoop } from './child-work.ts';
import { ConfigurationError } from './configuration-error.ts';
import { handoffOutput } from './handoff-output.ts';
import { replayHistory } from './history-replay.ts';
import { structuredOutput } from './structured-output.ts';
import { systemPrompt } from './system-prompt.ts';
import type { ThreadHistory } from './thread-history.ts';
import { grantTools, type ToolAssemblyPorts } from './tool-assembly.ts';

export interface CoordinatorSettings {
  /** Served when an agent names no model. */
  defaultModel: string;
  /** Characters of a replayed result; 0 or less = uncut. */
  historyToolOutputLimit: number;
  /** Characters of a result in the turn that follows it; 0 or less = uncut. */
  toolOutputLimit: number;
  codeVersion: string;
}
export interface CoordinatorPorts extends ToolAssemblyPorts { history: ThreadHistory; settings: CoordinatorSettings }

/**
 * What one run of a declarative agent is built from: definition (class ⊕ revision) and ports. Chat, delegation and headless
 * runs share it; they differ in where the conversation comes from, in the limits and in what the output is.
 */
export class Coordinator implements KernelAgent {
  readonly modelClient?: ModelClient;
  private readonly agent: Agent;

  constructor(readonly id: AgentAddress, private readonly definition: AgentDefinition, private readonly ports: CoordinatorPorts) {
    this.agent = instantiate(definition.agentClass, definition.attributes);
    const client = this.agent.getModelClient();
    if (client) this.modelClient = client;
  }

  async run(context: RunContext): Promise<RunResult> {
    const input = readInput(context.input);
    const mode: RunMode = context.parentRunId !== null ? 'delegate' : input.kind === 'chat' ? 'chat' : 'headless';
    const tools = input.kind === 'messages' && !input.tools ? [] : await grantTools(context, { definition: this.definition, agent: this.agent, ports: this.ports });
    const specs = tools.map(({ spec }) => spec);
    const history = await this.conversation(context, input);
    const adapter = mode === 'chat' ? this.agent.getPipelineAdapter() : this.agent.getRunAdapter();
    const options = this.loopOptions(context, { mode, tools, history });
    const outcome = await adapter(context, options);
    if (!outcome.hasContent) throw nothingToShow(outcome);
    return new RunResult(await this.output(context, { mode, outcome, specs, options }), outcome.exitReason, outcome.truncated);
  }

  private async conversation(context: RunContext, input: RunInput): Promise<ChatMessage[]> {
    if (input.kind === 'messages') return input.messages.map(({ role, content }) => ({ role, content: [{ type: 'text', text: content }] }));
    const stored = await this.ports.history.upTo(input.threadId, input.userMessageId);
    // A replay reads the same messages: later ones do not belong to this run.
    const upToSeq = await context.record('t0/history', async () => stored.at(-1)?.seq ?? 0);
    const { maxHistory, mergeMessages } = this.definition.attributes;
    return replayHistory(stored.filter(({ seq }) => seq <= upToSeq), { maxHistory, mergeMessages, outputLimit: this.ports.settings.historyToolOutputLimit });
  }

  private loopOptions(context: RunContext, { mode, tools, history }: { mode: RunMode; tools: readonly Tool[]; history: readonly ChatMessage[] }): ReactLoopOptions {
    const { attributes } = this.definition;
    const limits = mode === 'chat'
      ? { maxTurns: attributes.maxChatSteps, maxToolCalls: attributes.maxChatToolCalls }
      : { maxTurns: attributes.maxAgentSteps, maxToolCalls: attributes.maxToolCalls };
    return {
      model: attributes.model || this.ports.settings.defaultModel,
      params: attributes.modelParams,
      instructions: systemPrompt(this.agent.getSystemPrompt(), tools.map(({ spec }) => spec)),
      history,
      tools,
      gatePolicy: { approvalAbove: attributes.approvalAbove, approvalRequired: attributes.approvalRequired, interactive: context.interactive },
      policy: { ...defaultRunPolicy(mode), ...limits },
      toolConcurrency: attributes.toolConcurrency,
      toolOutputLimit: this.ports.settings.toolOutputLimit,
      live: mode !== 'delegate',
    };
  }

  /** A delegate hands over its report, a headless run its final text or object (else null), a chat its answer. */
  private async output(context: RunContext, { mode, outcome, specs, options }: { mode: RunMode; outcome: LoopOutcome; specs: readonly ToolSpec[]; options: ReactLoopOptions }): Promise<Json> {
    if (mode === 'delegate') return handoffOutput(workOfLoop(outcome, specs), this.ports.digestLimit).text;
    const { responseFormat } = this.definition.attributes;
    return mode === 'headless' && responseFormat !== null && outcome.text !== null ? structuredOutput(context, { options, answer: outcome.text, schema: responseFormat }) : outcome.text;
  }
}

function readInput(input: Json): RunInput {
  const parsed = runInputSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError('This run was started with an input that a conversation cannot be read from.');
}

const nothingToShow = ({ exitReason, calls }: LoopOutcome): Error =>
  exitReason === 'empty' ? new OutputContractError('empty') : new BudgetExhaustedError({ [exitReason]: calls.length });
