import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';

import type { FinalMessage } from '../../apps/api/src/runs/store/final-message.ts';
import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { newId } from '../../libs/agents/src/kernel/ids.ts';
import { SessionBusyError } from '../../libs/agents/src/kernel/run-errors.ts';
import type { ClaimedRun, NewRun } from '../../libs/agents/src/kernel/run-store.ts';
import { childDraft, runDraft, stepDraft } from '../../libs/agents/src/testing/run-draft.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { brokenInvariants } from '../support/run-invariants.ts';

let database: TestDatabase;
let store: PostgresRunStore;
const heard: string[] = [];

/** As the chat folds it, only simpler: the texts in order. */
const finalMessage: FinalMessage = (envelopes, end) => ({
  parts: envelopes.flatMap(({ event }) => (event.type === 'assistant_turn' ? [{ type: 'text', text: event.text }] : [])),
  status: end.status === 'completed' ? 'complete' : end.cancelReason === 'superseded' ? 'superseded' : end.status === 'cancelled' ? 'cancelled' : 'error',
  finishReason: end.exitReason, usage: { events: envelopes.length }, metadata: { processingTimeMs: 1 }, error: end.error && { ...end.error },
});

beforeAll(async () => {
  database = await openTestDatabase();
  store = new PostgresRunStore({
    pool: database.pool(), finalMessage,
    doorbell: { ring: ({ runId }) => heard.push(`ring ${runId}`) },
    hub: { publish: (message) => { if (message.kind === 'committed') heard.push(`committed ${message.streamId}`); } },
    onCancel: (runIds) => heard.push(`cancel ${runIds.join()}`),
  });
});
afterEach(async () => {
  heard.length = 0;
  expect(await brokenInvariants(database.pool())).toEqual([]);
});
afterAll(() => database.drop());

interface Chat { run: ClaimedRun; messageId: string; sessionId: string }

/** What the chat entry does: session, user message, placeholder and run in one transaction. */
async function chat({ sessionId = newId(), ...overrides }: Partial<NewRun> & { sessionId?: string } = {}): Promise<Chat> {
  const messageId = newId();
  const draft = runDraft({ kind: 'chat', sessionId, claim: { owner: 'api', leaseMs: 6_000 }, ...overrides });
  const created = await store.createWith(draft, async (client) => {
    await client.query(`INSERT INTO sessions (id, kind) VALUES ($1, 'thread') ON CONFLICT DO NOTHING`, [sessionId]);
    const { rows: [session] } = await client.query<{ seq: string }>('UPDATE sessions SET last_message_seq = last_message_seq + 2 WHERE id = $1 RETURNING last_message_seq AS seq', [sessionId]);
    await client.query(`INSERT INTO messages (id, session_id, seq, role, status, parts) VALUES ($1, $2, $3, 'user', 'complete', '[]')`, [newId(), sessionId, Number(session!.seq) - 1]);
    await client.query(`INSERT INTO messages (id, session_id, seq, run_id, role, status, parts) VALUES ($1, $2, $3, $4, 'assistant', 'streaming', '[]')`, [messageId, sessionId, session!.seq, draft.runId]);
  });
  return { run: created.claimed!, messageId, sessionId };
}

const turn = (text: string) => ({ event: { type: 'assistant_turn' as const, turn: 1, text, blocks: [{ type: 'text' as const, id: 'b', text }], final: true, finishReason: 'stop', stepKey: 't1/llm' }, stepKey: 't1/llm' });
const replyOf = async ({ messageId }: Chat) => (await database.pool().query<{ status: string; parts: unknown; finish_reason: string | null }>('SELECT status, parts, finish_reason FROM messages WHERE id = $1', [messageId])).rows[0]!;

it('AC-E11 stores user message, placeholder and claimed run in one commit, and refuses a second turn without a trace', async () => {
  const first = await chat();
  expect(first.run).toMatchObject({ epoch: 1, sessionId: first.sessionId, streamId: first.sessionId });
  await expect(chat({ sessionId: first.sessionId })).rejects.toEqual(new SessionBusyError(first.run.runId));
  const { rows } = await database.pool().query(`SELECT count(*)::integer AS messages, (SELECT last_message_seq::integer FROM sessions WHERE id = $1) AS seq FROM messages WHERE session_id = $1`, [first.sessionId]);
  expect(rows).toEqual([{ messages: 2, seq: 2 }]);
  await store.end(first.run, { status: 'completed' });
  expect((await chat({ sessionId: first.sessionId })).run.epoch).toBe(1);
});

it('stores the reply with the terminal state of its run, whoever ends it (N3, I22)', async () => {
  const [driven, cancelled, expired] = [await chat(), await chat(), await chat()];
  for (const { run } of [driven, cancelled, expired]) await store.finish(run, { steps: [stepDraft('t1/llm', { kind: 'llm' })], events: [turn('Hello')] });
  await store.end(driven.run, { status: 'completed', exitReason: 'answer' });
  await store.suspend(cancelled.run, [{ stepKey: 'w', wait: { kind: 'signal', name: 's' }, reason: 'waiting_human' }], { activeMs: 0 });
  await store.cancel({ runId: cancelled.run.runId, reason: 'superseded', by: null });
  await database.pool().query(`UPDATE runs SET lease_expires_at = now(), deadline_at = now() WHERE id = $1`, [expired.run.runId]);
  await store.sweep({ batch: 10, leaseMs: 6_000 });
  const parts = [{ type: 'text', text: 'Hello' }];
  expect(await replyOf(driven)).toEqual({ status: 'complete', parts, finish_reason: 'answer' });
  expect(await replyOf(cancelled)).toMatchObject({ status: 'superseded', parts });
  expect(await replyOf(expired)).toMatchObject({ status: 'error', parts });
});

it('stores the reply when the last child commits the end of its root', async () => {
  const root = await chat();
  const { claimed: child } = await store.spawn(root.run, stepDraft('s'), childDraft(root.run, 'c', { claim: { owner: 'api', leaseMs: 6_000 } }), []);
  expect(await store.end(root.run, { status: 'completed', events: [turn('Bye')] })).toBe('waiting_for_children');
  expect(await replyOf(root)).toMatchObject({ status: 'streaming' });
  await store.end(child!, { status: 'cancelled' });
  expect(await replyOf(root)).toMatchObject({ status: 'complete', parts: [{ type: 'text', text: 'Bye' }] });
});

it('keeps the text that was already shown when a model call is cut off', async () => {
  const cut = await chat();
  await store.begin(cut.run, { steps: [stepDraft('t3/llm', { kind: 'llm', state: 'intent' })] });
  for (const [idx, text] of ['Half ', 'an answer'].entries()) {
    await database.pool().query(`INSERT INTO run_chunks (run_id, step_key, attempt, idx, char_offset, text) VALUES ($1, 't3/llm', 1, $2, 0, $3)`, [cut.run.runId, idx, text]);
  }
  await store.cancel({ runId: cut.run.runId, reason: 'user_requested', by: null });
  await database.pool().query(`UPDATE runs SET lease_expires_at = now() WHERE id = $1`, [cut.run.runId]);
  await store.sweep({ batch: 10, leaseMs: 6_000 });
  expect(await replyOf(cut)).toMatchObject({ status: 'cancelled', parts: [{ type: 'text', text: 'Half an answer' }] });
  expect((await store.events(cut.sessionId, 0, 50)).map(({ event }) => event)).toContainEqual(expect.objectContaining({ type: 'assistant_turn', turn: 3, finishReason: 'aborted' }));
});

it.each([
  [{ status: 'failed', error: { code: 'internal', message: 'x', retryable: false } }, 'interrupted'],
  [{ status: 'failed', error: { code: 'deadline_exceeded', message: 'x', retryable: false } }, 'cancelled'],
  [{ status: 'cancelled' }, 'cancelled'],
] as const)('closes the calls that %j leaves open as %s', async (end, code) => {
  const open = await chat();
  const call = { type: 'tool_call' as const, toolCallId: `call_${newId()}`, toolName: 'look', input: { a: 1 } };
  const step = { ...turn('Looking'), event: { ...turn('Looking').event, blocks: [call], final: false } };
  await store.finish(open.run, { steps: [stepDraft('t1/llm', { kind: 'llm' })], events: [step] });
  await store.end(open.run, end);
  const events = (await store.events(open.sessionId, 0, 50)).map(({ event }) => event);
  expect(events).toContainEqual(expect.objectContaining({ type: 'tool_start', toolCallId: call.toolCallId, payload: { a: 1 } }));
  expect(events).toContainEqual(expect.objectContaining({ type: 'tool_end', toolCallId: call.toolCallId, skipped: true, failure: { kind: code, message: expect.any(String) } }));
});

it('rings, hints and pushes after the commit', async () => {
  const pending = await store.create(runDraft());
  expect(heard.splice(0)).toEqual([`ring ${pending.runId}`, `committed ${pending.runId}`]);
  const { run, sessionId } = await chat();
  await store.suspend(run, [{ stepKey: 'w', wait: { kind: 'signal', name: 's' }, reason: 'waiting_signal' }], { activeMs: 0 });
  expect(heard.splice(0)).toEqual([`committed ${sessionId}`, `committed ${sessionId}`]);
  await store.signal({ runId: run.runId }, 's', { payload: 1, sentBy: run.principal });
  expect(heard.splice(0)).toEqual([`ring ${run.runId}`]);
  const [again] = await store.claim({ owner: 'w', leaseMs: 6_000, queues: ['default'], limit: 1, runId: run.runId });
  heard.length = 0;
  await store.cancel({ runId: again!.runId, reason: 'user_requested', by: null });
  expect(heard).toContain(`cancel ${run.runId}`);
  await store.end(again!, { status: 'cancelled' });
});
