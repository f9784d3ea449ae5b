import type { Json, Principal } from '@roster/agents/contracts';
import type { DecideAnswer, Decision } from '@roster/agents/kernel';

import { jsonParameter } from './parameters.ts';
import { callEngine, type StoreSession, type Wake } from './store-session.ts';

interface Resolution {
  kind: DecideAnswer['kind'];
  runId: string;
  decision: Json;
  decidedBy: Principal | null;
  decidedAt: string | null;
  status: string;
  streamId?: string;
  wake?: Wake | null;
}

/** The first decision wins; decider and time are the server's. The same key again gets the same answer. Locks: the run, the request, the stream. */
export async function decideRequest(store: StoreSession, { requestId, decision, decidedBy, idempotencyKey }: Decision): Promise<DecideAnswer> {
  const values = [requestId, jsonParameter(decision), jsonParameter(decidedBy), idempotencyKey ?? null];
  return answerOf(await store.command('decide', () => resolve(store, values)));
}

/** Nobody decided in time: a denial, or a skip. */
export async function expireRequest(store: StoreSession, requestId: string): Promise<boolean> {
  const { kind, status } = await store.command('expire', () => resolve(store, [requestId, null, null, null]));
  return kind === 'decided' && status === 'expired';
}

async function resolve(store: StoreSession, values: readonly unknown[]): Promise<Resolution> {
  const resolution = await callEngine<Resolution>(store.pool, 'engine_resolve_request', values);
  store.announce({ wakes: [resolution.wake ?? null], streamId: resolution.streamId ?? null });
  return resolution;
}

function answerOf({ kind, runId, decision, decidedBy, decidedAt, status }: Resolution): DecideAnswer {
  switch (kind) {
    case 'not_found': return { kind };
    case 'decided': return { kind, runId };
    case 'already_decided': return { kind, decision, decidedBy, decidedAt: decidedAt === null ? null : new Date(decidedAt), status };
  }
}
