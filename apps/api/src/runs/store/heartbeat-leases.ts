import type { BeatAnswer, Fence } from '@roster/agents/kernel';

import type { StoreSession } from './store-session.ts';

/** Rows are locked by id; a lease that is not ours any more is not in the answer. */
const BEAT = `
WITH held AS (
  SELECT r.id FROM runs r JOIN unnest($2::uuid[], $3::integer[]) AS mine (id, epoch) ON mine.id = r.id AND mine.epoch = r.lease_epoch
   WHERE r.status = 'running' AND r.lease_owner = $1 ORDER BY r.id FOR NO KEY UPDATE OF r
)
UPDATE runs r SET lease_expires_at = clock_timestamp() + $4 * interval '1 millisecond' FROM held WHERE r.id = held.id
RETURNING r.id, CASE WHEN r.cancel_requested_at IS NOT NULL THEN 'cancel' WHEN r.deadline_at <= clock_timestamp() THEN 'deadline' ELSE 'ok' END AS answer`;

/** Extends all leases of a process with one statement and tells each run's driver what it must know. */
export async function heartbeatLeases(store: StoreSession, { owner, leases, leaseMs }: { owner: string; leases: readonly Fence[]; leaseMs: number }): Promise<ReadonlyMap<string, BeatAnswer>> {
  const answers = new Map<string, BeatAnswer>(leases.map(({ runId }) => [runId, 'lost']));
  if (leases.length === 0) return answers;
  const values = [owner, leases.map(({ runId }) => runId), leases.map(({ epoch }) => epoch), leaseMs];
  const { rows } = await store.command('heartbeat', () => store.pool.query<{ id: string; answer: BeatAnswer }>({ name: 'heartbeat', text: BEAT, values }));
  for (const { id, answer } of rows) answers.set(id, answer);
  return answers;
}
