import type { SweepAnswer } from '@roster/agents/kernel';

import { expireRequest } from './decide-request.ts';
import { callEngine, type StoreSession, type Wake } from './store-session.ts';
import { changeTree, type TreeOutcome } from './tree-change.ts';

interface Found { woken: Wake[]; repairs: string[]; ring: Wake[]; requests: string[] }
type Repaired = TreeOutcome & { repaired: 'expiredLeases' | 'deadlines' | 'cancels' | 'crashLoops' };

/**
 * One look, then one small transaction per broken run, decided again under its tree's lock: any number of sweepers may work at once.
 * Due timers are woken by the look itself. Runs that became pending are named, not rung. One that cannot be repaired keeps nobody else waiting.
 */
export async function sweepRuns(store: StoreSession, { batch, leaseMs }: { batch: number; leaseMs: number }): Promise<SweepAnswer> {
  const found = await store.command('sweep', () => callEngine<Found>(store.pool, 'engine_sweep', [batch, leaseMs]));
  const counts: SweepAnswer['counts'] = { expiredLeases: 0, timers: found.woken.length, deadlines: 0, cancels: 0, requests: 0, crashLoops: 0 };
  const ring = [...found.woken, ...found.ring];
  const failures: { id: string; error: unknown }[] = [];
  const attempt = (id: string, work: () => Promise<void>): Promise<void> => work().catch((error: unknown) => void failures.push({ id, error }));
  for (const runId of found.repairs) {
    await attempt(runId, async () => {
      const outcome = await changeTree<Repaired>(store, 'repair', { call: 'engine_repair', values: [runId, leaseMs] });
      if (!outcome) return;
      counts[outcome.repaired]++;
      ring.push(...outcome.wakes);
    });
  }
  for (const requestId of found.requests) await attempt(requestId, async () => { if (await expireRequest(store, requestId)) counts.requests++; });
  return { ring: uniqueRuns(ring), counts, failures };
}

const uniqueRuns = (wakes: readonly Wake[]): Wake[] => [...new Map(wakes.map((wake) => [wake.runId, wake])).values()];
