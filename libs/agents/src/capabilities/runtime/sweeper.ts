import type { RuntimePorts } from './runtime-ports.ts';

const BATCH = 100;

/** Everything that must happen although somebody died: asks the store once a second and rings for what became pending. */
export class Sweeper {
  readonly #ports: RuntimePorts;
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> | null = null;
  #stopped = true;

  /** `wake` tells the worker of this process, if it has one, without the detour over the queue. */
  constructor(ports: RuntimePorts, wake: () => void) {
    this.#ports = ports;
    this.#wake = wake;
  }

  start(): void {
    this.#stopped = false;
    this.#schedule(this.#pauseMs());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#sweeping;
  }

  /** One sweep; after a database failure the next one waits a whole lease, so that live owners can beat first. */
  async sweep(): Promise<number> {
    const { store, doorbell, log, timings } = this.#ports;
    try {
      const { ring, counts, failures } = await store.sweep({ batch: BATCH, leaseMs: timings.leaseMs });
      for (const { id, error } of failures) log('error', 'repair_failed', { id, error: String(error) });
      for (const run of ring) doorbell.ring(run);
      if (ring.length > 0) this.#wake();
      if (Object.values(counts).some((count) => count > 0)) log('info', 'runs_swept', { ...counts, rung: ring.length });
      return this.#pauseMs();
    } catch (error) {
      log('warn', 'sweep_failed', { error: String(error) });
      return timings.leaseMs;
    }
  }

  #pauseMs(): number {
    const { sweepMs, sweepJitterMs } = this.#ports.timings;
    return sweepMs + Math.random() * sweepJitterMs;
  }

  #schedule(pauseMs: number): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.sweep().then((next) => { if (!this.#stopped) this.#schedule(next); });
    }, pauseMs);
  }
}
