import type { ModelBlock, Usage } from '../contracts/run-event.ts';
import type { ModelCallOptions, ModelClient, ModelReply, ModelRequest } from '../kernel/model-client.ts';
import { UnknownModelError } from '../kernel/model-error.ts';
import type { ScriptedBlock, ScriptedOutcome, ScriptedReply, ScriptedStep } from './scripted-step.ts';

/** Which requests a script answers: text or pattern found in the system prompt, or a predicate. */
export type RequestMatcher = string | RegExp | ((request: ModelRequest) => boolean);

interface Script { name: string; matches: (request: ModelRequest) => boolean; steps: readonly ScriptedStep[]; used: number; endless: boolean }

/**
 * A model that answers from a script and fails on one call too many; `assertFinished` fails on one too few.
 * Parent and child runs share one client, so `when` gives an agent its own script; the first matching script answers.
 * Ids are a function of script and position: the same script always yields the same reply.
 */
export class ScriptedModel implements ModelClient {
  readonly requests: ModelRequest[] = [];
  readonly correlations: ModelCallOptions['correlation'][] = [];
  /** In the order they are tried; the constructor's script takes what no other does. */
  readonly #scripts: Script[] = [];
  readonly #main: Script;
  readonly #unexpected: string[] = [];
  readonly #unavailable = new Set<string>();

  constructor(steps: readonly ScriptedStep[] = []) {
    this.#main = { name: 'main', matches: () => true, steps, used: 0, endless: false };
  }

  /** A script of its own for the requests that match. */
  when(matcher: RequestMatcher, steps: readonly ScriptedStep[]): this {
    return this.#add({ name: nameOf(matcher, this.#scripts.length), matches: predicate(matcher), steps, endless: false });
  }

  /** More replies for the requests that no other script takes. */
  add(...steps: readonly ScriptedStep[]): this {
    this.#main.steps = [...this.#main.steps, ...steps];
    return this;
  }

  /** The same step for every matching request, any number of times: for replays and load. */
  always(matcher: RequestMatcher, step: ScriptedStep): this {
    return this.#add({ name: nameOf(matcher, this.#scripts.length), matches: predicate(matcher), steps: [step], endless: true });
  }

  /** Makes `assertAvailable` refuse the name. */
  withoutModel(model: string): this {
    this.#unavailable.add(model);
    return this;
  }

  async generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    options.signal.throwIfAborted();
    this.requests.push(structuredClone(request));
    this.correlations.push(options.correlation);
    const script = this.#scripts.find(({ matches }) => matches(request)) ?? this.#main;
    const position = script.used++;
    const step = script.endless ? script.steps[0] : script.steps[position];
    if (step === undefined) throw this.#oneTooMany(script, request);
    const outcome = typeof step === 'function' ? await step(request) : step;
    return play(outcome, { request, options, idPrefix: `scripted-${script.name}-${position + 1}` });
  }

  assertAvailable(model: string): void {
    if (this.#unavailable.has(model)) throw new UnknownModelError(model);
  }

  /** One micro-USD per token, so that totals can be checked by counting. */
  cost(_model: string, usage: Usage): number {
    return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  }

  /** Steps nobody asked for yet. */
  get remaining(): number {
    return this.#all().filter((script) => !script.endless).reduce((sum, script) => sum + Math.max(0, script.steps.length - script.used), 0);
  }

  assertFinished(): void {
    const left = this.#all().filter((script) => !script.endless && script.used < script.steps.length);
    const problems = [...this.#unexpected, ...left.map((script) => `script "${script.name}": ${script.used} of ${script.steps.length} replies were asked for`)];
    if (problems.length > 0) throw new Error(`The scripted model did not finish as planned:\n${problems.join('\n')}`);
  }

  #add(script: Omit<Script, 'used'>): this {
    this.#scripts.push({ ...script, used: 0 });
    return this;
  }

  #all(): Script[] {
    return [...this.#scripts, this.#main];
  }

  #oneTooMany(script: Script, request: ModelRequest): Error {
    const last = request.messages.at(-1);
    const problem = `script "${script.name}" has no reply number ${script.used} (asked with ${JSON.stringify(last)?.slice(0, 300)})`;
    this.#unexpected.push(problem);
    return new Error(`One model call too many: ${problem}`);
  }
}

interface Playing { request: ModelRequest; options: ModelCallOptions; idPrefix: string }

async function play(outcome: ScriptedOutcome, playing: Playing): Promise<ModelReply> {
  if (outcome.kind === 'reply') return replyWith(outcome, playing);
  await stream({ type: 'text', text: outcome.shown }, `${playing.idPrefix}-0`, playing.options);
  if (outcome.kind === 'fail') throw outcome.error;
  return untilAborted(playing.options.signal);
}

async function replyWith(step: ScriptedReply, { request, options, idPrefix }: Playing): Promise<ModelReply> {
  const blocks: ModelBlock[] = [];
  const invalidInputs: Record<string, string> = {};
  for (const [index, block] of step.blocks.entries()) {
    const id = `${idPrefix}-${index}`;
    await stream(block, id, options);
    blocks.push(finished(block, id));
    if (block.type === 'tool_call' && block.rawInput !== undefined) invalidInputs[id] = block.rawInput;
  }
  const calls = step.blocks.some((block) => block.type === 'tool_call');
  return {
    blocks,
    finishReason: step.finishReason ?? (calls ? 'tool_calls' : 'stop'),
    usage: step.usage ?? { inputTokens: tokens(JSON.stringify(request.messages)), outputTokens: tokens(JSON.stringify(step.blocks)) },
    model: request.model,
    warnings: [],
    ...(Object.keys(invalidInputs).length > 0 && { invalidInputs }),
  };
}

async function stream(block: ScriptedBlock, blockId: string, { signal, onDelta }: ModelCallOptions): Promise<void> {
  if (block.type === 'tool_call') onDelta?.({ type: 'tool_input_start', blockId, toolName: block.toolName });
  const text = block.type === 'tool_call' ? (block.rawInput ?? JSON.stringify(block.input)) : block.text;
  const type = block.type === 'tool_call' ? 'tool_input' : block.type;
  for (const delta of text.match(/\s*\S+\s*$|\s*\S+/gu) ?? (text === '' ? [] : [text])) {
    await new Promise(setImmediate);
    signal.throwIfAborted();
    onDelta?.({ type, blockId, delta });
  }
}

function finished(block: ScriptedBlock, id: string): ModelBlock {
  if (block.type === 'tool_call') return { type: 'tool_call', toolCallId: id, toolName: block.toolName, input: block.input };
  return { type: block.type, id, text: block.text };
}

const tokens = (text: string): number => Math.ceil(text.length / 4);

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function predicate(matcher: RequestMatcher): Script['matches'] {
  if (typeof matcher === 'function') return matcher;
  const found = typeof matcher === 'string' ? (text: string) => text.includes(matcher) : (text: string) => matcher.test(text);
  return (request) => request.messages.some((message) => message.role === 'system' && found(message.content));
}

const nameOf = (matcher: RequestMatcher, index: number): string =>
  typeof matcher === 'function' ? `script${index + 1}` : String(matcher).replaceAll(/[^\w]+/g, '-').slice(0, 24);
