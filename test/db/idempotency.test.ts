import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json, Principal } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';

import { inTransaction } from '../../apps/api/src/database/transaction.ts';
import { withIdempotency } from '../../apps/api/src/http/idempotency.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const ann: Principal = { kind: 'user', userId: newId() };

describe('Idempotency-Key', () => {
  let database: TestDatabase;
  beforeAll(async () => { database = await openTestDatabase(); });
  afterAll(() => database.drop());

  const accept = (key: string | undefined, { body = { a: 1 }, principal = ann, route = 'POST /api/chat' }: { body?: Json; principal?: Principal; route?: string } = {}, runId = newId()) =>
    inTransaction(database.pool(), (client) => withIdempotency(client, { principal, route, key, body }, () => Promise.resolve({ runId })));

  it('AC-W10 gives simultaneous twins one run', async () => {
    const twins = await Promise.all(Array.from({ length: 8 }, () => accept('twins')));
    expect(new Set(twins.map(({ outcome }) => outcome.runId)).size).toBe(1);
    expect(twins.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('binds a key to the canonical body: the order of its fields does not matter, its values do', async () => {
    const first = await accept('body', { body: { a: 1, b: [2] } });
    expect((await accept('body', { body: { b: [2], a: 1 } })).outcome).toEqual(first.outcome);
    await expect(accept('body', { body: { a: 2, b: [2] } })).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 422 });
  });

  it('keeps principals, end users and routes apart', async () => {
    const keyOf = (endUser: string): Principal => ({ kind: 'apiKey', apiKeyId: '018f0000-0000-7000-8000-000000000003', endUser });
    const runs = [await accept('mine'), await accept('mine', { principal: keyOf('ann') }), await accept('mine', { principal: keyOf('bob') }), await accept('mine', { route: 'POST /api/runs' })];
    expect(new Set(runs.map(({ outcome }) => outcome.runId)).size).toBe(4);
  });

  it('forgets a request that was refused before it was accepted', async () => {
    await expect(inTransaction(database.pool(), (client) => withIdempotency(client, { principal: ann, route: 'r', key: 'refused', body: 1 }, () => Promise.reject(new Error('no'))))).rejects.toThrow('no');
    expect((await accept('refused', { route: 'r', body: 2 })).replayed).toBe(false);
  });

  it('forgets after 24 hours', async () => {
    const first = await accept('old');
    await database.pool().query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'old'");
    const second = await accept('old', { body: { other: true } });
    expect(second.replayed).toBe(false);
    expect(second.outcome.runId).not.toBe(first.outcome.runId);
  });

  it('refuses keys that are no visible ASCII, and does without one', async () => {
    await expect(accept('with space')).rejects.toMatchObject({ status: 400 });
    expect((await accept(undefined)).replayed).toBe(false);
  });
});
