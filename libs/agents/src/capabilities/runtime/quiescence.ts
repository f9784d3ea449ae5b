import type { WaitRow } from '../../kernel/index.ts';

/**
 * Decides when a run suspends: at least one wait is open and nothing else is going on, seen one event-loop turn after the
 * last call settled. Nothing is thrown: waits never settle, later calls never settle, so no `finally` of the agent runs.
 */
export class Quiescence {
  readonly #waits = new Map<string, readonly WaitRow[]>();
  #busy = 0;
  #hot = 0;
  /** Counts calls, so that a scheduled check notices that something happened meanwhile. */
  #version = 0;
  #yieldRequested = false;
  #poisoned = false;
  #suspend: (waits: readonly WaitRow[]) => void = () => undefined;
  #yield: () => void = () => undefined;
  #idle: (() => void)[] = [];
  readonly suspended: Promise<readonly WaitRow[]>;
  /** Resolves at the first step boundary after `requestYield`. */
  readonly yielded: Promise<void>;
  /** Called for each context call after the run suspended: the agent awaited something other than the context. */
  onLateCall: (what: string) => void = () => undefined;

  constructor() {
    this.suspended = new Promise((resolve) => { this.#suspend = resolve; });
    this.yielded = new Promise((resolve) => { this.#yield = resolve; });
  }

  get poisoned(): boolean {
    return this.#poisoned;
  }

  /** Every context call passes here first; a call of a run that is leaving never settles. */
  async enter(what: string): Promise<void> {
    this.#version++;
    if (this.#poisoned) this.onLateCall(what);
    if (this.#poisoned || this.#yieldRequested) return this.#never();
  }

  /** Something that must finish before the run may leave: an effect or a commit. */
  async busy<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++;
    this.#version++;
    try {
      return await work();
    } finally {
      this.#busy--;
      this.#settled();
    }
  }

  /** A wait in memory: keeps the run from suspending, but not from yielding. */
  async hot<T>(wait: Promise<T>): Promise<T> {
    this.#hot++;
    this.#version++;
    try {
      return await wait;
    } finally {
      this.#hot--;
      this.#settled();
    }
  }

  /** A wait that only rows can end. Never settles. */
  wait(rows: readonly WaitRow[]): Promise<never> {
    this.#waits.set(rows[0]!.stepKey, rows);
    this.#settled();
    return this.#never();
  }

  /** Leave at the next step boundary without suspending (drain, replay mode). */
  requestYield(): void {
    this.#yieldRequested = true;
    this.#settled();
  }

  /** Nothing is in flight any more, seen one event-loop turn later, for an effect that settled writes its result then; true, or false after the time. */
  async idle(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(this.#busy === 0), timeoutMs);
      this.#idle.push(() => { clearTimeout(timer); resolve(true); });
      if (this.#busy === 0) this.#idleLater();
    });
  }

  #settled(): void {
    this.#version++;
    if (this.#busy > 0) return;
    if (this.#idle.length > 0) this.#idleLater();
    if (this.#yieldRequested) this.#yield();
    else if (this.#waits.size > 0 && this.#hot === 0) this.#checkLater(this.#version);
  }

  #idleLater(): void {
    setImmediate(() => {
      if (this.#busy === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  #checkLater(version: number): void {
    setImmediate(() => {
      if (this.#poisoned || this.#busy > 0 || this.#hot > 0) return;
      if (version !== this.#version) return this.#checkLater(this.#version);
      this.#poisoned = true;
      this.#suspend([...this.#waits.values()].flat());
    });
  }

  #never(): Promise<never> {
    return new Promise(() => undefined);
  }
}
