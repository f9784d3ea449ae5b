import { createHash } from 'node:crypto';
import {
  derivedId,
  type AgentAddress, type AskOutcome, type GatePolicy, type LlmOptions, type MessageDraft, type ModelReply, type ModelRequest, type PersonAnswer, type PersonRequest,
  type RunContext, type RunHandle, type RunView, type SpawnOptions, type StepIo, type StepOptions, type Tool, type ToolCall, type ToolOutcome, type Wait,
} from '../../kernel/index.ts';
import type { Json } from '../../contracts/index.ts';
import { askChild } from './ask-child.ts';
import { cancelChild, spawnChild } from './child-runs.ts';
import type { ClaimParts, ContextScope } from './claim-parts.ts';
import { durableStep } from './durable-step.ts';
import { modelStep } from './model-step.ts';
import { questionOf } from './person-question.ts';
import { askPerson } from './human-wait.ts';
import { readLog, readRecord } from './pure-records.ts';
import { STEP_LIMIT, StepLimitError } from './step-limit-error.ts';
import { sleepUntil, sleepUntilSignal } from './sleeps.ts';
import { toolBatch } from './tool-batch.ts';
import { toolStep } from './tool-step.ts';

/** The run context on the journal: a facade, each method's meaning is in the file it calls. */
export class JournaledContext implements RunContext {
  readonly #parts: ClaimParts;
  readonly #scope: ContextScope;

  constructor(parts: ClaimParts, scope: ContextScope) {
    this.#parts = parts;
    this.#scope = scope;
  }

  get runId() { return this.#parts.run.runId; }
  get rootRunId() { return this.#parts.run.rootRunId; }
  get parentRunId() { return this.#parts.run.parentRunId; }
  get sessionId() { return this.#parts.run.sessionId; }
  get address() { return this.#parts.run.address; }
  get revisionId() { return this.#parts.run.agentRevisionId; }
  get principal() { return this.#parts.run.principal; }
  get interactive() { return this.#parts.run.interactive; }
  get depth() { return this.#parts.run.depth; }
  get generation() { return this.#parts.run.generation; }
  get input() { return this.#parts.run.input; }
  get labels() { return this.#parts.run.labels; }
  get deadlineAt() { return this.#parts.run.deadlineAt; }
  get signal() { return this.#parts.control.signal; }
  get ancestry() { return this.#parts.run.ancestry; }

  check(): void {
    this.#parts.control.check();
  }

  withTools(tools: readonly Tool[], policy: GatePolicy): RunContext {
    return new JournaledContext(this.#parts, { ...this.#scope, tools: new Map(tools.map((tool) => [tool.spec.name, tool])), policy });
  }

  async llm(request: ModelRequest, options: LlmOptions): Promise<ModelReply> {
    await this.#enter('llm');
    return modelStep({ parts: this.#parts, scope: this.#scope, request, options });
  }

  async tool(call: ToolCall): Promise<ToolOutcome> {
    await this.#enter('tool');
    return toolStep({ ...this.#calling(), call });
  }

  async toolBatch(calls: readonly ToolCall[], options: { concurrency?: number; onOutcome?(outcome: ToolOutcome): void } = {}): Promise<ToolOutcome[]> {
    await this.#enter('toolBatch');
    return toolBatch({ ...this.#calling(), calls, ...options });
  }

  async step<T extends Json>(name: string, effect: (io: StepIo) => Promise<T>, options: StepOptions = {}): Promise<T> {
    await this.#enter('step');
    return durableStep({ parts: this.#parts, scope: this.#scope, name, effect, options });
  }

  async record<T extends Json>(key: string, read: () => Promise<T>): Promise<T> {
    await this.#enter('record');
    return readRecord(this.#parts, `${this.#scope.prefix}${key}`, read);
  }

  async spawn(target: AgentAddress, boot: MessageDraft, options: SpawnOptions = {}): Promise<RunHandle> {
    await this.#enter('spawn');
    return spawnChild({ parts: this.#parts, scope: this.#scope, target, boot, options });
  }

  async ask(handle: RunHandle, options: Wait & { onTimeout?: 'cancel' | 'leave'; activeTime?: boolean } = {}): Promise<AskOutcome> {
    await this.#enter('ask');
    return askChild(this.#parts, { key: this.#nth('ask'), handle, options });
  }

  async cancel(handle: RunHandle, reason: string): Promise<void> {
    await this.#enter('cancel');
    return cancelChild(this.#parts, { key: this.#nth('cancel'), handle, reason });
  }

  async status(handle: RunHandle): Promise<RunView> {
    await this.#enter('status');
    const view = await readRecord(this.#parts, this.#nth('status'), async () => ({ ...(await this.#parts.ports.store.view(handle.runId)) }) as Json);
    return view as unknown as RunView;
  }

  async sleepUntilSignal(name: string, options: Wait = {}): Promise<{ kind: 'signal'; payload: Json } | { kind: 'timed_out' }> {
    await this.#enter('sleepUntilSignal');
    return sleepUntilSignal(this.#parts, { key: this.#nth(`signal/${name}`), name, timeoutMs: options.timeoutMs });
  }

  async sleepUntil(at: Date | { ms: number }): Promise<void> {
    await this.#enter('sleepUntil');
    return sleepUntil(this.#parts, this.#nth('sleep'), at);
  }

  async askPerson(request: PersonRequest): Promise<PersonAnswer> {
    await this.#enter('askPerson');
    const stepKey = request.stepKey ? `${this.#scope.prefix}${request.stepKey}` : this.#nth(request.kind);
    return askPerson(this.#parts, questionOf(request, { stepKey, now: this.#parts.time.now() }));
  }

  async log(name: string, payload: Json): Promise<void> {
    await this.#enter('log');
    readLog(this.#parts, this.#nth(`log/${name}`), { name, payload });
  }

  live(name: string, payload: Json): void {
    const { run, ports } = this.#parts;
    ports.live.publish({ kind: 'delta', envelope: { streamId: run.streamId, runId: run.runId, agentId: run.agentId, event: { type: 'custom', name, payload } } });
  }

  async now(): Promise<Date> {
    await this.#enter('now');
    return new Date(await readRecord(this.#parts, this.#nth('now'), async () => this.#parts.time.now().toISOString()));
  }

  uuid(): string {
    return derivedId(this.runId, String(this.generation), this.#nth('uuid'));
  }

  random(): number {
    const bytes = createHash('sha256').update(`${this.runId}/${this.generation}/${this.#nth('random')}`).digest();
    return bytes.readUIntBE(0, 6) / 2 ** 48;
  }

  idempotencyKey(suffix: string): string {
    return `${this.runId}/${this.generation}/${this.#scope.prefix}${suffix}`;
  }

  async #enter(call: string): Promise<void> {
    if (this.#parts.journal.size > STEP_LIMIT) this.#parts.control.trip(new StepLimitError());
    this.#parts.control.check();
    await this.#parts.quiescence.enter(call);
  }

  #nth(name: string): string {
    return this.#parts.journal.nth(`${this.#scope.prefix}${name}`);
  }

  #calling() {
    return {
      parts: this.#parts,
      scope: this.#scope,
      contextFor: (prefix: string): RunContext => new JournaledContext(this.#parts, { ...this.#scope, prefix }),
    };
  }
}
