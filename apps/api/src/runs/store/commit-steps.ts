import type { Fence, JournalCommit } from '@roster/agents/kernel';

import { eventRows, ledgerRows, optionalList } from './parameters.ts';
import { stepParameter } from './step-parameters.ts';
import { callEngine, type StoreSession } from './store-session.ts';

/**
 * `begin` and `finish`: fence, steps, ledger, events in one statement. Locks: the tree when money moves, the run, the stream.
 * A finished step is never overwritten, and a repeated commit adds no event and no ledger row.
 */
export async function commitSteps(store: StoreSession, command: 'begin' | 'finish', { fence, commit }: { fence: Fence; commit: JournalCommit }): Promise<void> {
  const steps = await stepParameter(store, commit.steps);
  const values = [fence.runId, fence.epoch, steps, optionalList(eventRows(commit.events)), optionalList(ledgerRows(commit.ledger)), Math.round(commit.activeMs ?? 0)];
  const streamId = await store.command(command, () => callEngine<string | null>(store.pool, 'engine_commit', values));
  store.announce({ streamId });
}
