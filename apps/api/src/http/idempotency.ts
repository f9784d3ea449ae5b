import type { Json, Principal } from '@roster/agents/contracts';
import { digestOf } from '@roster/agents/kernel';
import type pg from 'pg';

import { principalKey } from '../auth/principal-key.ts';
import { sql } from '../database/sql.ts';
import { IdempotencyMismatchError } from './errors/idempotency-mismatch-error.ts';
import { InvalidRequestError } from './errors/invalid-request-error.ts';

export interface IdempotentRequest {
  principal: Principal;
  /** The route's pattern with its method, e.g. `POST /api/chat`, plus the object it is for. */
  route: string;
  /** The header Idempotency-Key; undefined: not asked for. */
  key: string | undefined;
  body: Json;
}

/** What the first request came to: the run it started, or the JSON answer it got. */
export interface KeptOutcome { runId: string | null; status: number | null; response: Json | null }

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs `accept` once per (principal, route, key) for 24 h. Call it inside the transaction that accepts the request: twins wait here for each other,
 * a rolled-back refusal leaves no key, and the outcome is kept with the effect. Errors: IdempotencyMismatchError for another body, InvalidRequestError for a bad key.
 */
export async function withIdempotency(
  client: pg.ClientBase,
  request: IdempotentRequest,
  accept: () => Promise<Partial<KeptOutcome>>,
): Promise<{ replayed: boolean; outcome: KeptOutcome }> {
  if (request.key === undefined) return { replayed: false, outcome: complete(await accept()) };
  if (!KEY_FORM.test(request.key)) throw new InvalidRequestError('Idempotency-Key takes 1 to 255 visible ASCII characters.');
  const kept = await claim(client, { ...request, key: request.key });
  if (kept) return { replayed: true, outcome: kept };
  const outcome = complete(await accept());
  await client.query(sql`
    UPDATE idempotency_keys SET run_id = ${outcome.runId}, status = ${outcome.status}, response = ${outcome.response === null ? null : JSON.stringify(outcome.response)}
    WHERE principal = ${principalKey(request.principal)} AND route = ${request.route} AND key = ${request.key}`);
  return { replayed: false, outcome };
}

/** The header's check for lookups before acceptance (a chat replays before it plans). null: not seen within 24 h. */
export async function findOutcome(client: Pick<pg.ClientBase, 'query'>, request: IdempotentRequest): Promise<KeptOutcome | null> {
  if (request.key === undefined) return null;
  if (!KEY_FORM.test(request.key)) throw new InvalidRequestError('Idempotency-Key takes 1 to 255 visible ASCII characters.');
  const { rows } = await client.query<KeptRow>(sql`
    SELECT body_hash, run_id, status, response FROM idempotency_keys
    WHERE principal = ${principalKey(request.principal)} AND route = ${request.route} AND key = ${request.key} AND created_at > now() - interval '24 hours'`);
  return rows[0] ? sameBody(rows[0], request) : null;
}

interface KeptRow { body_hash: string; run_id: string | null; status: number | null; response: Json | null }

/** Inserting waits for a twin's open transaction; what it committed is then seen. */
async function claim(client: pg.ClientBase, request: IdempotentRequest & { key: string }): Promise<KeptOutcome | null> {
  const principal = principalKey(request.principal);
  const inserted = await client.query(sql`
    INSERT INTO idempotency_keys (principal, route, key, body_hash) VALUES (${principal}, ${request.route}, ${request.key}, ${digestOf(request.body)})
    ON CONFLICT (principal, route, key) DO UPDATE SET body_hash = excluded.body_hash, run_id = NULL, status = NULL, response = NULL, created_at = now()
      WHERE idempotency_keys.created_at <= now() - interval '24 hours'
    RETURNING key`);
  if (inserted.rowCount === 1) return null;
  const kept = await findOutcome(client, request);
  if (!kept) throw new Error('An idempotency key that blocks its insertion is not there.');
  return kept;
}

function sameBody(row: KeptRow, { body }: IdempotentRequest): KeptOutcome {
  if (row.body_hash !== digestOf(body)) throw new IdempotencyMismatchError();
  return { runId: row.run_id, status: row.status, response: row.response };
}

const complete = ({ runId = null, status = null, response = null }: Partial<KeptOutcome>): KeptOutcome => ({ runId, status, response });
