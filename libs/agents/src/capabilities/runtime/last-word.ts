import { setTimeout as delay } from 'node:timers/promises';
import { LeaseLostError } from '../../kernel/index.ts';
import type { ClaimParts } from './claim-parts.ts';
import { COMMIT_RETRIES } from './runtime-timings.ts';

/**
 * The commit a claim ends with. A database that fails is asked again a few times; after that the lease expires and another
 * claim goes on from the journal. A repeated command whose first answer got lost finds the lease gone: that is fine too.
 */
export async function lastWord<T>({ ports: { log }, run }: ClaimParts, command: () => Promise<T>): Promise<{ kind: 'said'; value: T } | { kind: 'lost' }> {
  for (let attempt = 1; attempt <= COMMIT_RETRIES; attempt++) {
    try {
      return { kind: 'said', value: await command() };
    } catch (error) {
      if (error instanceof LeaseLostError) return { kind: 'lost' };
      log('warn', 'claim_end_failed', { runId: run.runId, attempt, error: String(error) });
      if (attempt < COMMIT_RETRIES) await delay(25 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
  return { kind: 'lost' };
}
