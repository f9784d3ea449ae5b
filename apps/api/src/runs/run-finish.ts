import { Inject, Injectable } from '@nestjs/common';
import { isTerminal } from '@roster/agents/contracts';
import type { LiveHub } from '@roster/agents/kernel';

import { LIVE_HUB } from './engine-ports.ts';
import { PostgresRunStore } from './store/postgres-run-store.ts';

/** A hint that was lost costs at most this. */
const POLL_MS = 1_000;

/** Waits for the end of a root run. */
@Injectable()
export class RunFinish {
  constructor(private readonly store: PostgresRunStore, @Inject(LIVE_HUB) private readonly hub: LiveHub) {}

  /** `sessionId`: of a run in a conversation, whose events are in that stream. False: it still works when the time is up, or nobody listens any more. */
  async wait(runId: string, { sessionId, timeoutMs, signal }: { sessionId?: string; timeoutMs: number; signal?: AbortSignal }): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    let wake = () => undefined as void;
    const unsubscribe = this.hub.subscribe(sessionId ?? runId, (message) => { if (message.kind === 'committed') wake(); });
    signal?.addEventListener('abort', () => wake(), { once: true });
    try {
      for (;;) {
        const news = new Promise<void>((resolve) => { wake = resolve; });
        const view = await this.store.view(runId);
        if (view && isTerminal(view.status)) return true;
        const leftMs = until - performance.now();
        if (leftMs <= 0 || signal?.aborted) return false;
        await newsWithin(news, Math.min(POLL_MS, leftMs));
      }
    } finally {
      unsubscribe();
    }
  }
}

async function newsWithin(news: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([news, new Promise<void>((resolve) => { timer = setTimeout(resolve, timeoutMs); })]);
  clearTimeout(timer);
}
