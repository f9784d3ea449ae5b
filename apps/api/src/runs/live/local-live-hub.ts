import type { LiveHub, LiveMessage } from '@roster/agents/kernel';

type Listener = (message: LiveMessage) => void;

/** Deltas and hints within one process, in the order they were published. Readers elsewhere learn of commits by their poll. */
export class LocalLiveHub implements LiveHub {
  readonly #streams = new Map<string, Set<Listener>>();
  readonly #taps = new Set<Listener>();

  publish(message: LiveMessage): void {
    for (const listener of this.#taps) listener(message);
    this.deliver(message.kind === 'delta' ? message.envelope.streamId : message.streamId, message);
  }

  /** To this process's readers alone: for what another process published. */
  deliver(streamId: string, message: LiveMessage): void {
    for (const listener of this.#streams.get(streamId) ?? []) listener(message);
  }

  subscribe(streamId: string, listener: Listener): () => void {
    const listeners = this.#streams.get(streamId) ?? new Set();
    this.#streams.set(streamId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#streams.get(streamId) === listeners) this.#streams.delete(streamId);
    };
  }

  /** Everything that this process publishes: for the writer of chunks. */
  tap(listener: Listener): () => void {
    this.#taps.add(listener);
    return () => this.#taps.delete(listener);
  }

  /** Streams that somebody here reads. */
  get streamIds(): readonly string[] {
    return [...this.#streams.keys()];
  }
}
