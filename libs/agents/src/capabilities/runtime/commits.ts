import { setTimeout as delay } from 'node:timers/promises';
import {
  AppError, LeaseLostError, RunCancelledError,
  type ClaimedRun, type Consumed, type CreatedRun, type JournalCommit, type NewEvent, type NewHumanRequest, type NewRun, type StepWrite, type WaitFor,
} from '../../kernel/index.ts';
import { InfrastructureError } from './infrastructure-error.ts';
import type { Journal } from './journal.ts';
import type { Quiescence } from './quiescence.ts';
import type { RunControl } from './run-control.ts';
import type { RuntimePorts } from './runtime-ports.ts';
import { COMMIT_RETRIES } from './runtime-timings.ts';

interface CommitsOptions { run: ClaimedRun; ports: RuntimePorts; journal: Journal; control: RunControl; quiescence: Quiescence }
interface Batch { steps: StepWrite[]; events: NewEvent[] }

/**
 * All writes of one claim. Pure records and events wait here and ride on the next commit; intents of one event-loop turn
 * share a commit. Invariant: after the control tripped no intent is written.
 */
export class Commits {
  readonly #of: CommitsOptions;
  #buffered: Batch = { steps: [], events: [] };
  #intents: (Batch & { done: Promise<void> }) | null = null;
  #activeSince: number;

  constructor(of: CommitsOptions) {
    this.#of = of;
    this.#activeSince = of.ports.clock.monotonicMs();
  }

  /** Rides on the next commit. */
  buffer(steps: readonly StepWrite[], events: readonly NewEvent[] = []): void {
    this.#buffered.steps.push(...steps);
    this.#buffered.events.push(...events);
    for (const step of steps) this.#of.journal.put(step);
  }

  /** Accepted calls and intents; those of one event-loop turn are written together. */
  begin(steps: readonly StepWrite[], events: readonly NewEvent[] = []): Promise<void> {
    this.#of.control.check();
    const batch = (this.#intents ??= this.#openBatch());
    batch.steps.push(...steps);
    batch.events.push(...events);
    return batch.done;
  }

  /** A result. It exists only here, so a database that fails is asked again while the lease lasts. */
  async finish(commit: JournalCommit): Promise<void> {
    const { store } = this.#of.ports;
    if (!this.#of.control.mayRecord) throw this.#of.control.error!;
    const buffered = this.takeBuffered();
    const whole = { ...commit, steps: lastOfEachKey([...buffered.steps, ...commit.steps]), events: [...buffered.events, ...(commit.events ?? [])], activeMs: this.takeActiveMs() };
    await this.#command(() => this.#repeated(() => store.finish(this.#of.run, whole)));
    this.#committed(whole.steps);
    if (this.#of.ports.replayEachStep) this.#of.quiescence.requestYield();
  }

  async spawn(step: StepWrite, child: NewRun & { parentToolCallId: string | null }, events: readonly NewEvent[]): Promise<CreatedRun> {
    await this.#flushRecords();
    const all = [...this.takeBuffered().events, ...events];
    this.#of.control.check();
    const created = await this.#command(() => this.#of.ports.store.spawn(this.#of.run, step, child, all));
    this.#committed([step]);
    return created;
  }

  async openRequest(step: StepWrite, request: NewHumanRequest, events: readonly NewEvent[]): Promise<void> {
    await this.#flushRecords();
    const all = [...this.takeBuffered().events, ...events];
    this.#of.control.check();
    await this.#command(() => this.#of.ports.store.openRequest(this.#of.run, step, request, all));
    this.#committed([step]);
  }

  async consume(step: StepWrite, wait: WaitFor): Promise<Consumed> {
    this.#of.control.check();
    return this.#command(() => this.#of.ports.store.consume(this.#of.run, step, wait));
  }

  takeBuffered(): Batch {
    const { steps, events } = this.#buffered;
    this.#buffered = { steps: [], events: [] };
    return { steps: lastOfEachKey(steps), events };
  }

  /** Active time since the last commit that told it. */
  takeActiveMs(): number {
    const now = this.#of.ports.clock.monotonicMs();
    const active = Math.round(now - this.#activeSince);
    this.#activeSince = now;
    return active;
  }

  #openBatch(): Batch & { done: Promise<void> } {
    const batch: Batch = { steps: [], events: [] };
    const done = this.#of.quiescence.busy(async () => {
      await new Promise(setImmediate);
      this.#intents = null;
      await this.#writeIntents(batch);
    });
    done.catch(() => undefined); // every caller awaits it; one that already left must not crash the process
    return Object.assign(batch, { done });
  }

  async #writeIntents(batch: Batch): Promise<void> {
    const buffered = this.takeBuffered();
    const commit = { steps: lastOfEachKey([...buffered.steps, ...batch.steps]), events: [...buffered.events, ...batch.events], activeMs: this.takeActiveMs() };
    this.#of.control.check();
    await this.#command(() => this.#of.ports.store.begin(this.#of.run, commit));
    for (const step of batch.steps) this.#of.journal.put(step);
  }

  /** Commands without room for records write them just before. */
  async #flushRecords(): Promise<void> {
    if (this.#buffered.steps.length === 0) return;
    const { steps, events } = this.takeBuffered();
    await this.#command(() => this.#of.ports.store.finish(this.#of.run, { steps, events, activeMs: this.takeActiveMs() }));
  }

  #committed(steps: readonly StepWrite[]): void {
    for (const step of steps) this.#of.journal.put(step);
  }

  /** Turns what the store throws into the end of this claim, except refusals that the agent may see. */
  #command<T>(command: () => Promise<T>): Promise<T> {
    const { control, quiescence } = this.#of;
    return quiescence.busy(async () => {
      try {
        return await command();
      } catch (error) {
        if (error instanceof AppError) throw error;
        control.trip(error instanceof LeaseLostError || error instanceof RunCancelledError ? error : new InfrastructureError(error));
        throw control.error!;
      }
    });
  }

  async #repeated(command: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await command();
      } catch (error) {
        if (error instanceof LeaseLostError || error instanceof RunCancelledError || error instanceof AppError || attempt > COMMIT_RETRIES || !this.#of.control.mayRecord) throw error;
        this.#of.ports.log('warn', 'commit_repeated', { runId: this.#of.run.runId, attempt, error: String(error) });
        await delay(25 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }
}

/** A step that went through several states since the last commit is written once, as it is now; facts stay. */
function lastOfEachKey(steps: readonly StepWrite[]): StepWrite[] {
  const byKey = new Map<string, StepWrite>();
  for (const step of steps) {
    const facts = step.facts ?? byKey.get(step.key)?.facts;
    byKey.set(step.key, { ...step, ...(facts !== undefined && { facts }) });
  }
  return [...byKey.values()];
}
