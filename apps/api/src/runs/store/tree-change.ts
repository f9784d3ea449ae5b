import type pg from 'pg';
import type { RunStatus } from '@roster/agents/contracts';

import { storeReply } from './store-reply.ts';
import { callEngine, type StoreSession, type Wake } from './store-session.ts';

/** What a command left behind in its tree (`engine_outcome`). */
export interface TreeOutcome {
  status: RunStatus;
  rootRunId: string;
  streamId: string;
  /** The reply that became final with this commit. */
  replyId: string | null;
  wakes: readonly Wake[];
  cancelling: readonly string[];
}

/** A command that may end runs: the chat reply of an ended root is stored in the same transaction (N3). Null: nothing happened. */
export async function changeTree<T extends TreeOutcome>(store: StoreSession, command: string, { call, values }: { call: string; values: readonly unknown[] }): Promise<T | null> {
  const outcome = await store.command(command, () => store.transaction(async (client: pg.PoolClient) => {
    const result = await callEngine<T | null>(client, call, values);
    if (result?.replyId) await storeReply(client, { rootRunId: result.rootRunId, messageId: result.replyId, finalMessage: store.options.finalMessage });
    return result;
  }));
  if (outcome) store.announce(outcome);
  return outcome;
}
