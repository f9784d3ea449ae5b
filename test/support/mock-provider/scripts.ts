import type { PlannedReply } from './planning.ts';

export interface MockScript { id: string; replies: readonly PlannedReply[] }

/** Replies registered beforehand for `mock/script?id=…`, given in order. */
export class Scripts {
  readonly #scripts = new Map<string, { replies: readonly PlannedReply[]; used: number }>();
  readonly #counters = new Map<string, number>();

  register({ id, replies }: MockScript): void {
    this.#scripts.set(id, { replies, used: 0 });
  }

  /** Undefined: one call too many, or an unknown script. */
  next(id: string): PlannedReply | undefined {
    const script = this.#scripts.get(id);
    return script?.replies[script.used++];
  }

  /** What was counted under this key before. */
  count(key: string, by = 1): number {
    const before = this.#counters.get(key) ?? 0;
    this.#counters.set(key, before + by);
    return before;
  }

  get state(): { id: string; used: number; replies: number }[] {
    return [...this.#scripts].map(([id, { used, replies }]) => ({ id, used, replies: replies.length }));
  }

  /** Throws when a registered reply was not asked for, or one too many was. */
  assertFinished(): void {
    const open = this.state.filter(({ used, replies }) => used !== replies);
    if (open.length > 0) throw new Error(`Scripts of the mock provider did not end as planned: ${open.map(({ id, used, replies }) => `${id} (${used} of ${replies})`).join(', ')}`);
  }

  reset(): void {
    this.#scripts.clear();
    this.#counters.clear();
  }
}
