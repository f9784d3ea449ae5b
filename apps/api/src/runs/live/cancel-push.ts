/** Tells whoever drives these runs to look at their cancel flag now; the heartbeat is the fallback. */
export interface CancelPush {
  push(runIds: readonly string[]): void;
  listen(onCancel: (runIds: readonly string[]) => void): void;
}

/** Within this process. */
export class LocalCancelPush implements CancelPush {
  #onCancel: (runIds: readonly string[]) => void = () => undefined;

  push(runIds: readonly string[]): void {
    this.#onCancel(runIds);
  }

  listen(onCancel: (runIds: readonly string[]) => void): void {
    this.#onCancel = onCancel;
  }
}
