// What every RunStore must do, through the port alone. Races and faults of a particular adapter are tested beside it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { RunEventEnvelope } from '../contracts/run-event.ts';
import { newId } from '../kernel/ids.ts';
import { DelegationRefusedError, LeaseLostError, RunCancelledError, RunConflictError, TreeFullError } from '../kernel/run-errors.ts';
import { requestSignal, type ClaimedRun, type NewHumanRequest, type NewRun, type RunStore, type StepWrite } from '../kernel/run-store.ts';
import { childDraft, runDraft, stepDraft, testPrincipal } from './run-draft.ts';

export interface OpenedRunStore { store: RunStore; close(): Promise<void> }

const lease = { owner: 'worker', leaseMs: 60_000 };

export function describeRunStore(name: string, open: () => Promise<OpenedRunStore>): void {
  describe(`RunStore ${name}`, () => {
    let opened: OpenedRunStore;
    let store: RunStore;
    beforeAll(async () => { opened = await open(); store = opened.store; });
    afterAll(() => opened.close());

    const start = async (overrides: Partial<NewRun> = {}): Promise<ClaimedRun> => (await store.create(runDraft({ claim: lease, ...overrides }))).claimed!;
    const claim = async (runId: string): Promise<ClaimedRun> => (await store.claim({ ...lease, queues: ['default'], limit: 1, runId }))[0]!;
    const logOf = (run: ClaimedRun): Promise<RunEventEnvelope[]> => store.events(run.streamId, 0, 1_000);
    const typesOf = async (run: ClaimedRun): Promise<string[]> => (await logOf(run)).filter((envelope) => envelope.runId === run.runId).map(({ event }) => event.type === 'workflow' ? event.phase : event.type);
    const spawn = (parent: ClaimedRun, key: string, overrides: Partial<NewRun> = {}) => store.spawn(parent, stepDraft(`${key}/spawn`), childDraft(parent, key, overrides), []);
    const waitForSignal = (run: ClaimedRun, signal: string) => store.suspend(run, [{ stepKey: 'wait', wait: { kind: 'signal', name: signal }, reason: 'waiting_signal' }], { activeMs: 0 });

    describe('create', () => {
      it('AC-P23 returns the original for the same start, even after its end, and refuses another one under the same key', async () => {
        const key = { scope: 'schedule', key: newId(), digest: 'a' };
        const first = await store.create(runDraft({ idempotency: key, claim: lease }));
        expect(first).toMatchObject({ inserted: true, status: 'running', claimed: { epoch: 1, journal: [] } });
        await store.end(first.claimed!, { status: 'completed' });
        expect(await store.create(runDraft({ idempotency: key }))).toEqual({ runId: first.runId, inserted: false, status: 'completed', claimed: null });
        await expect(store.create(runDraft({ idempotency: { ...key, digest: 'b' } }))).rejects.toBeInstanceOf(RunConflictError);
      });

      it('starts each log with workflow prompted', async () => {
        expect((await logOf(await start())).map(({ seq, event }) => [seq, event])).toEqual([[1, { type: 'workflow', phase: 'prompted', status: 'running' }]]);
      });
    });

    describe('claim and lease', () => {
      it('raises the epoch with each claim and refuses every write of an older one (I1, I7)', async () => {
        const old = await start();
        await store.release(old, 'drained');
        const run = await claim(old.runId);
        expect(run).toMatchObject({ epoch: 2, attempt: 2 });
        const writes = [
          store.begin(old, { steps: [stepDraft('a', { state: 'intent' })] }), store.finish(old, { steps: [stepDraft('a')] }), spawn(old, 'c'), waitForSignal(old, 's'),
          store.end(old, { status: 'completed' }), store.release(old, 'drained'), store.consume(old, stepDraft('w'), { kind: 'timer', at: new Date(0) }),
          store.retryLater(old, { delayMs: 1, error: { code: 'x', message: 'x', retryable: true } }),
        ];
        for (const outcome of await Promise.allSettled(writes)) expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(LeaseLostError) });
        expect(await store.heartbeat('worker', [old, run], 60_000)).toEqual(new Map([[old.runId, 'ok']]));
        expect(await store.heartbeat('other', [run], 60_000)).toEqual(new Map([[run.runId, 'lost']]));
      });

      it('prefers priority, then the fair key with the fewest running, then age', async () => {
        const queue = newId();
        await start({ queue, fairKey: `${queue}:busy` });
        const [oldBusy, idle, urgent] = [runDraft({ queue, fairKey: `${queue}:busy` }), runDraft({ queue, fairKey: `${queue}:idle` }), runDraft({ queue, fairKey: `${queue}:busy`, priority: 8 })];
        for (const run of [oldBusy, idle, urgent]) await store.create(run);
        const claimed = await store.claim({ ...lease, queues: [queue], limit: 10 });
        expect(claimed.map(({ runId }) => runId)).toEqual([urgent.runId, idle.runId, oldBusy.runId]);
      });

      it('tells a heartbeat about cancel and deadline', async () => {
        const [cancelled, late] = [await start(), await start({ deadlineMs: 0 })];
        await store.cancel({ runId: cancelled.runId, reason: 'user_requested', by: testPrincipal });
        expect(await store.heartbeat('worker', [cancelled, late], 60_000)).toEqual(new Map([[cancelled.runId, 'cancel'], [late.runId, 'deadline']]));
      });
    });

    describe('journal', () => {
      it('never overwrites a finished step and repeats no event of it (I4)', async () => {
        const run = await start();
        const commit = { steps: [stepDraft('t1/a')], events: [{ event: { type: 'log' as const, name: 'n', payload: 1 }, stepKey: 't1/a' }] };
        await store.begin(run, { steps: [stepDraft('t1/a', { state: 'intent' })] });
        await store.finish(run, commit);
        await store.finish(run, { ...commit, steps: [stepDraft('t1/a', { result: 'other' })] });
        await store.begin(run, { steps: [stepDraft('t1/a', { state: 'intent' })] });
        await store.release(run, 'drained');
        expect((await claim(run.runId)).journal).toMatchObject([{ key: 't1/a', state: 'done', attempts: 1, result: { done: 't1/a' } }]);
        expect((await typesOf(run)).filter((type) => type === 'log')).toHaveLength(1);
      });

      it('keeps order, attempts, facts, failures and large results', async () => {
        const run = await start();
        const large = 'é\0'.repeat(50_000);
        await store.begin(run, { steps: [stepDraft('z', { state: 'accepted', facts: { a: 1 } }), stepDraft('b', { state: 'intent', idempotent: false })] });
        await store.finish(run, { steps: [stepDraft('z', { result: large }), { key: 'b', kind: 'tool', argsDigest: 'd', state: 'failed', idempotent: false, error: { code: 'x', message: 'm', retryable: true } }] });
        await store.begin(run, { steps: [stepDraft('b', { state: 'intent' })] });
        await store.release(run, 'drained');
        expect((await claim(run.runId)).journal).toMatchObject([
          { key: 'z', state: 'done', attempts: 1, facts: { a: 1 }, result: large.replaceAll('\0', '\ufffd') },
          { key: 'b', state: 'intent', attempts: 2, idempotent: false },
        ]);
      });

      it('writes an event with a dedup key once (N6)', async () => {
        const run = await start();
        for (let i = 0; i < 3; i++) await store.finish(run, { steps: [], events: [{ event: { type: 'log', name: 'once', payload: i }, dedupKey: 'once' }, { event: { type: 'log', name: 'each', payload: i } }] });
        expect((await logOf(run)).flatMap(({ event }) => event.type === 'log' ? [[event.name, event.payload]] : [])).toEqual([['once', 0], ['each', 0], ['each', 1], ['each', 2]]);
      });
    });

    describe('children', () => {
      it('AC-P24 gives a replayed spawn the same child, even after the child ended (I9)', async () => {
        const parent = await start();
        const child = await spawn(parent, 'call_1', { claim: lease });
        expect(await spawn(parent, 'call_1')).toMatchObject({ runId: child.runId, inserted: false, status: 'running' });
        await store.end(child.claimed!, { status: 'completed', output: 1 });
        expect(await spawn(parent, 'call_1')).toMatchObject({ runId: child.runId, inserted: false, status: 'completed' });
        await expect(spawn(parent, 'call_1', { input: 'changed' })).rejects.toBeInstanceOf(RunConflictError);
        expect((await spawn(parent, 'call_2')).runId).not.toBe(child.runId);
      });

      it('gives a child its parent\'s tree, turn and stream and never more time (I12)', async () => {
        const parent = await start({ deadlineMs: 30_000, labels: { tenant: 'a' } });
        const { claimed } = await spawn(parent, 'call_1', { deadlineMs: 1e9, claim: lease });
        expect(claimed).toMatchObject({ rootRunId: parent.runId, parentRunId: parent.runId, parentToolCallId: 'call_1', turnId: parent.turnId, streamId: parent.streamId, depth: 1, deadlineAt: parent.deadlineAt });
        expect(claimed!.ancestry).toEqual([claimed!.agentId, parent.agentId]);
      });

      it('refuses cycles, depth beyond the limit and one run too many', async () => {
        const parent = await start({ limits: { maxAgents: 2, maxDepth: 1 } });
        await expect(spawn(parent, 'a', { agentId: parent.agentId })).rejects.toMatchObject({ why: 'cycle' });
        const { claimed: child } = await spawn(parent, 'b', { claim: lease });
        await expect(spawn(child!, 'c')).rejects.toBeInstanceOf(DelegationRefusedError);
        await expect(spawn(parent, 'd')).rejects.toBeInstanceOf(TreeFullError);
        await store.end(child!, { status: 'completed' });
        expect(await spawn(parent, 'd')).toMatchObject({ inserted: true });
      });

      it('wakes a waiting parent once and hands it the child\'s end', async () => {
        const parent = await start();
        const { claimed: child } = await spawn(parent, 'call_1', { claim: lease });
        const wait = { kind: 'child' as const, childRunId: child!.runId };
        expect(await store.consume(parent, stepDraft('ask'), wait)).toEqual({ kind: 'not_ready' });
        expect(await store.suspend(parent, [{ stepKey: 'ask', wait, reason: 'waiting_child' }], { activeMs: 5 })).toBe('suspended');
        await store.end(child!, { status: 'failed', error: { code: 'x', message: 'm', retryable: false }, partial: 'half' });
        const again = await claim(parent.runId);
        const end = { kind: 'child', end: { childRunId: child!.runId, status: 'failed', output: null, error: { code: 'x' }, partial: 'half' } };
        expect(await store.consume(again, stepDraft('ask'), wait)).toMatchObject(end);
        expect(await store.consume(again, stepDraft('ask'), { kind: 'timer', at: new Date(0) })).toMatchObject(end);
      });
    });

    describe('signals', () => {
      it('AC-E8 takes an early, a late and a repeated signal exactly once, oldest first (I8)', async () => {
        const run = await start();
        const send = (payload: number, idempotencyKey?: string) => store.signal({ runId: run.runId }, 'go', { payload, sentBy: testPrincipal, ...(idempotencyKey && { idempotencyKey }) });
        expect([await send(1, 'k'), await send(1, 'k'), await send(2)]).toEqual(['stored', 'duplicate', 'stored']);
        const take = (fence: ClaimedRun, key: string) => store.consume(fence, stepDraft(key), { kind: 'signal', name: 'go' });
        expect([await take(run, 'w1'), await take(run, 'w1'), await take(run, 'w2'), await take(run, 'w3')]).toEqual([
          { kind: 'signal', payload: 1 }, { kind: 'signal', payload: 1 }, { kind: 'signal', payload: 2 }, { kind: 'not_ready' }]);
        expect(await waitForSignal(run, 'go')).toBe('suspended');
        expect(await send(3)).toBe('stored');
        const again = await claim(run.runId);
        expect(await take(again, 'w3')).toEqual({ kind: 'signal', payload: 3 });
        await store.end(again, { status: 'completed' });
        expect([await send(4), await store.signal({ runId: newId() }, 'go', { payload: 0, sentBy: testPrincipal })]).toEqual(['gone', 'not_found']);
      });

      it('is ready at once when what a run waits for is already there (N7)', async () => {
        const run = await start();
        await store.signal({ runId: run.runId }, 'go', { payload: null, sentBy: testPrincipal });
        expect(await waitForSignal(run, 'go')).toBe('ready');
        const again = await claim(run.runId);
        expect(await store.suspend(again, [{ stepKey: 'w', wait: { kind: 'timer', at: new Date(Date.now() - 1) }, reason: 'waiting_timer' }], { activeMs: 0 })).toBe('ready');
      });
    });

    describe('human requests', () => {
      const ask = async (run: ClaimedRun, overrides: Partial<NewHumanRequest> = {}): Promise<{ requestId: string; step: StepWrite }> => {
        const request: NewHumanRequest = { requestId: newId(), stepKey: 't1/gate', kind: 'confirmation', card: { toolCallId: 'call_1', toolName: 'refund' }, approvers: 'owner', ...overrides };
        const step = stepDraft(request.stepKey, { state: 'accepted' });
        const event = { type: 'await_confirmation' as const, requestId: request.requestId, toolCallId: 'call_1', toolName: 'refund', prompt: 'Pay?', payload: {}, approvers: 'owner' as const };
        await store.openRequest(run, step, request, [{ event }]);
        await store.openRequest(run, step, request, [{ event }]);
        return { requestId: request.requestId, step };
      };

      it('AC-E17 lets the first decision win, stamps it and wakes the run with it', async () => {
        const run = await start();
        const { requestId, step } = await ask(run);
        await waitForSignal(run, requestSignal(requestId));
        const decide = (approved: boolean, idempotencyKey: string) => store.decide({ requestId, decision: { approved, comment: 'fine' }, decidedBy: testPrincipal, idempotencyKey });
        expect(await decide(true, 'a')).toEqual({ kind: 'decided', runId: run.runId });
        expect(await decide(false, 'b')).toMatchObject({ kind: 'already_decided', decision: { approved: true }, decidedBy: testPrincipal, decidedAt: expect.any(Date), status: 'decided' });
        expect(await decide(true, 'a')).toEqual({ kind: 'decided', runId: run.runId });
        expect(await decide(false, 'a')).toMatchObject({ kind: 'already_decided' });
        expect(await store.decide({ requestId, decision: { approved: true, comment: 'fine' }, decidedBy: { kind: 'user', userId: newId() }, idempotencyKey: 'a' })).toMatchObject({ kind: 'already_decided', decidedBy: testPrincipal });
        const again = await claim(run.runId);
        expect(await store.consume(again, step, { kind: 'signal', name: requestSignal(requestId) })).toMatchObject({ kind: 'signal', payload: { status: 'decided', outcome: 'approved', decision: { approved: true }, decidedBy: testPrincipal } });
        expect(await typesOf(run)).toEqual(['prompted', 'await_confirmation', 'await_resolved', 'tool_authorization', 'resumed']);
        expect(await store.decide({ requestId: newId(), decision: {}, decidedBy: testPrincipal })).toEqual({ kind: 'not_found' });
      });

      it('takes nobody\'s answer after the expiry or the end of the run', async () => {
        const run = await start();
        const { requestId: expired } = await ask(run, { expiresAt: new Date(0) });
        const { requestId: open } = await ask(run, { stepKey: 't2/gate', kind: 'clarification' });
        expect(await store.decide({ requestId: expired, decision: { approved: true }, decidedBy: testPrincipal })).toMatchObject({ kind: 'already_decided', status: 'expired', decision: null });
        await store.end(run, { status: 'completed' });
        expect(await store.decide({ requestId: open, decision: { text: 'x' }, decidedBy: testPrincipal })).toMatchObject({ kind: 'already_decided', status: 'cancelled' });
        expect((await logOf(run)).flatMap(({ event }) => event.type === 'await_resolved' ? [event.outcome] : [])).toEqual(['expired', 'cancelled']);
      });
    });

    describe('end and cancel', () => {
      it('ends once, with the terminal event and run_stream_end as the last two (I2)', async () => {
        const run = await start();
        expect(await store.end(run, { status: 'completed', output: { a: 1 }, exitReason: 'answer', truncated: true, events: [{ event: { type: 'log', name: 'last', payload: null } }] })).toBe('ended');
        await expect(store.end(run, { status: 'failed' })).rejects.toBeInstanceOf(LeaseLostError);
        expect(await typesOf(run)).toEqual(['prompted', 'log', 'completed', 'run_stream_end']);
        expect((await logOf(run)).at(-2)!.event).toEqual({ type: 'workflow', phase: 'completed', status: 'completed', exitReason: 'answer', truncated: true });
        expect(await store.view(run.runId)).toMatchObject({ status: 'completed', output: { a: 1 }, exitReason: 'answer', statusReason: null });
      });

      it('closes every call that was left open, in order, so that each has a start and an end', async () => {
        const run = await start();
        const block = (id: string) => ({ type: 'tool_call' as const, toolCallId: id, toolName: 'find', input: { id } });
        await store.finish(run, { steps: [stepDraft('t1/llm', { kind: 'llm' })], events: [
          { event: { type: 'assistant_turn', turn: 1, text: '', blocks: [block('c1'), block('c2'), block('c3')], final: false, finishReason: 'tool-calls', stepKey: 't1/llm' } },
          { event: { type: 'tool_start', toolCallId: 'c1', toolName: 'find', title: 'Find', payload: {} } }, { event: { type: 'tool_end', toolCallId: 'c1', toolName: 'find', durationMs: 1, result: 1 } },
          { event: { type: 'tool_start', toolCallId: 'c2', toolName: 'find', title: 'Find', payload: {} } }] });
        await store.end(run, { status: 'failed', error: { code: 'x', message: 'broke', retryable: false } });
        const calls = (await logOf(run)).flatMap(({ event }) => event.type === 'tool_start' || event.type === 'tool_end' ? [`${event.type} ${event.toolCallId}`] : []);
        expect(calls).toEqual(['tool_start c1', 'tool_end c1', 'tool_start c2', 'tool_end c2', 'tool_start c3', 'tool_end c3']);
      });

      it('AC-P27 cancels a subtree children first; what runs is told and the root ends last (I13)', async () => {
        const root = await start();
        const { claimed: child } = await spawn(root, 'a', { claim: lease });
        const grandchild = await spawn(child!, 'b');
        await store.suspend(root, [{ stepKey: 'ask', wait: { kind: 'child', childRunId: child!.runId }, reason: 'waiting_child' }], { activeMs: 0 });
        expect(await store.cancel({ runId: root.runId, reason: 'user_requested', by: testPrincipal })).toEqual({ status: 'suspended' });
        expect(await store.view(grandchild.runId)).toMatchObject({ status: 'cancelled' });
        expect(await store.heartbeat('worker', [child!], 60_000)).toEqual(new Map([[child!.runId, 'cancel']]));
        await expect(store.begin(child!, { steps: [stepDraft('x', { state: 'intent' })] })).rejects.toBeInstanceOf(RunCancelledError);
        expect(await store.cancel({ runId: root.runId, reason: 'superseded', by: null })).toEqual({ status: 'suspended' });
        expect(await store.end(child!, { status: 'cancelled' })).toBe('ended');
        expect(await store.view(root.runId)).toMatchObject({ status: 'cancelled' });
        const log = await logOf(root);
        expect(log.filter(({ event }) => event.type === 'run_stream_end').map(({ runId }) => runId)).toEqual([grandchild.runId, child!.runId, root.runId]);
        expect(log.at(-2)!.event).toMatchObject({ phase: 'cancelled', cancellation: { reason: 'user_requested' } });
        expect(await store.cancel({ runId: newId(), reason: 'user_requested', by: null })).toBeNull();
      });

      it('stores the outcome of a parent whose child still runs and commits it with the child\'s end', async () => {
        const parent = await start();
        const { claimed: child } = await spawn(parent, 'a', { claim: lease });
        const waiting = await spawn(parent, 'b');
        expect(await store.end(parent, { status: 'completed', output: 'answer' })).toBe('waiting_for_children');
        expect(await store.view(waiting.runId)).toMatchObject({ status: 'cancelled' });
        expect(await store.view(parent.runId)).toMatchObject({ status: 'suspended', output: null });
        await store.end(child!, { status: 'cancelled' });
        expect(await store.view(parent.runId)).toMatchObject({ status: 'completed', output: 'answer' });
        expect((await logOf(parent)).at(-1)).toMatchObject({ runId: parent.runId, event: { type: 'run_stream_end' } });
      });

      it('sleeps until a retry and counts no crash for it', async () => {
        const run = await start();
        await store.retryLater(run, { delayMs: 60_000, error: { code: 'overloaded', message: 'later', retryable: true } });
        expect(await store.view(run.runId)).toMatchObject({ status: 'suspended', statusReason: 'retry' });
        expect(await store.claim({ ...lease, queues: ['default'], limit: 1, runId: run.runId })).toEqual([]);
        await store.cancel({ runId: run.runId, reason: 'user_requested', by: null });
        expect(await store.view(run.runId)).toMatchObject({ status: 'cancelled' });
      });
    });
  });
}
