import type pg from 'pg';
import { digestOf, SessionBusyError, storableJson, type CreatedRun, type NewRun } from '@roster/agents/kernel';

import { claimedRun, type ClaimedRow } from './claimed-run.ts';
import { jsonParameter } from './parameters.ts';
import { storeError } from './store-error.ts';
import { callEngine, type StoreSession } from './store-session.ts';

/** Writes of the caller that belong to the start: thread, user message, placeholder, idempotency row. */
export type StartWrites = (client: pg.PoolClient) => Promise<void>;

export type CreatedRow = Omit<CreatedRun, 'claimed'> & { claimed: ClaimedRow | null; streamId?: string };

/**
 * Tree, run and first event; the same start again is the same run. `writes` come first, because the run refers to their session,
 * and vanish with everything else when the start is refused. Locks: the session's row, then the stream.
 */
export async function createRun(store: StoreSession, run: NewRun, writes?: StartWrites): Promise<CreatedRun> {
  const start = { run, parameter: runParameter(run), writes };
  const row = await store.command('create', () => insertRun(store, start));
  return announceCreated(store, run, row);
}

/** In the caller's transaction. Call `announce` after its commit; whoever forgets costs a sweep. */
export async function createRunIn(store: StoreSession, client: pg.PoolClient, run: NewRun): Promise<{ runId: string; inserted: boolean; announce(): void }> {
  const row = await callEngine<CreatedRow>(client, 'engine_create', [runParameter(run)]).catch((error: unknown) => { throw storeError(error); });
  return { runId: row.runId, inserted: row.inserted, announce: () => void announceCreated(store, run, row) };
}

/** The digest covers identity, labels and input, not time: an exact retry is recognised even after the run ended. */
export function runParameter(run: NewRun, parentRunId: string | null = null): string {
  const { agentId, address, kind, sessionId, labels, input } = run;
  const identity = { agentId, address, kind, sessionId, labels, input: storableJson(input), parentRunId };
  return jsonParameter({ ...run, startDigest: run.idempotency?.digest ?? digestOf(identity) });
}

export function announceCreated(store: StoreSession, run: NewRun, row: CreatedRow): CreatedRun {
  if (row.inserted) {
    const wake = row.claimed ? null : { runId: row.runId, queue: run.queue, epoch: 0, priority: run.priority };
    store.announce({ wakes: [wake], streamId: row.streamId ?? null });
  }
  return { runId: row.runId, inserted: row.inserted, status: row.status, claimed: row.claimed && claimedRun(row.claimed) };
}

async function insertRun(store: StoreSession, { run, parameter, writes }: { run: NewRun; parameter: string; writes: StartWrites | undefined }): Promise<CreatedRow> {
  try {
    if (!writes) return await callEngine<CreatedRow>(store.pool, 'engine_create', [parameter]);
    return await store.transaction(async (client) => {
      await writes(client);
      return callEngine<CreatedRow>(client, 'engine_create', [parameter]);
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'runs_open_session') throw error;
    throw new SessionBusyError(await openRootOf(store, run.sessionId));
  }
}

async function openRootOf(store: StoreSession, sessionId: string | null): Promise<string | null> {
  const { rows } = await store.pool.query<{ id: string }>(
    `SELECT id FROM runs WHERE session_id = $1 AND parent_run_id IS NULL AND finished_at IS NULL`, [sessionId]);
  return rows[0]?.id ?? null;
}
