import { setTimeout as delay } from 'node:timers/promises';

import { findPostmaster } from './postmaster.ts';
import { type Server, type ServerSettings, startServer } from './server.ts';

const LOOK_EVERY_MS = 500;

export interface KeptServer {
  server: Server;
  /** Of the running server; the port stays, because the clients know it. */
  settings: ServerSettings & { port: string };
  /** Ended without being told to: killed, or out of memory. It is started again. */
  onLost: () => void;
}

/** Starts the server again whenever it is gone. Returns what ends that; only then may the server be stopped. */
export function keepServer({ server, settings, onLost }: KeptServer): () => Promise<void> {
  const stopped = new AbortController();
  const keeping = keep();
  return async () => {
    stopped.abort();
    await keeping;
  };

  async function keep(): Promise<void> {
    for (;;) {
      await delay(LOOK_EVERY_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      if (await findPostmaster(server.cluster.dir)) continue;
      onLost();
      await startServer(server, settings).catch(() => undefined); // its own log says why; the next look tries again
    }
  }
}
