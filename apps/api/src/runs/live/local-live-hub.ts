import type { LiveHub, LiveMessage } from '@roster/agents/kernel';

type Listener = (message: LiveMessage) => void;

/** Deltas and hints within one process, in the order they were published. Readers elsewhere learn of commits by their poll. */
export class LocalLiveHub implements LiveHub {
  readonly #streams = new Map<string, Set<Listener>>();
  readonly #taps = new Set<Listener>();

  publish(message: LiveMessage): void {
    const streamId = message.kind === 'delta' ? message.envelope.streamId : message.streamId;
    for (const listener of this.#taps) listener(message);
    for (const listener of this.#streams.get(streamId) ?? []) listener(message);
  }

  subscribe(streamId: string, listener: Listener): () => void {
    const listeners = this.#streams.get(streamId) ?? new Set();
    this.#streams.set(streamId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#streams.delete(streamId);
    };
  }

  /** Everything that this process publishes: for the writer of chunks. */
  tap(listener: Listener): () => void {
    this.#taps.add(listener);
    return () => this.#taps.delete(listener);
  }
}
