// The real engine on a test database: the store, the worker and the sweeper, with agents written in the test and a scripted model.
import { defaultTimings, type RuntimePorts, type RuntimeTimings, Sweeper, Worker } from '@roster/agents/capabilities/runtime';
import type { Json, Principal, RunEvent, RunKind } from '@roster/agents/contracts';
import { agentAddress, type ModelClient, newId, type NewRun, type RunView, systemClock } from '@roster/agents/kernel';
import { ScriptedModel } from '@roster/agents/testing';
import type pg from 'pg';

import { LocalLiveHub } from '../../../apps/api/src/runs/live/local-live-hub.ts';
import { PostgresRunStore } from '../../../apps/api/src/runs/store/postgres-run-store.ts';
import type { Failpoint } from '../../../apps/api/src/runs/store/store-options.ts';
import { eventually } from '../eventually.ts';
import { agentIdOf, type TestAgent, TestDirectory } from './test-directory.ts';

/** Crash tests wait for leases: short ones. */
export const fastTimings: RuntimeTimings = {
  ...defaultTimings, leaseMs: 1_200, beatMs: 300, leaseMarginMs: 400, pollMs: 50, sweepMs: 100, sweepJitterMs: 20, modelRetryMs: 5, runRetryMs: 20, unavailableMs: 20, drainMs: 2_000, settleMs: 1_000,
};

export const tester: Principal = { kind: 'user', userId: '01890000-0000-7000-8000-000000000001' };
export const manager: Principal = { kind: 'user', userId: '01890000-0000-7000-8000-000000000002' };

export interface EngineOptions {
  pool: pg.Pool;
  agents: readonly TestAgent[];
  model?: ModelClient;
  timings?: Partial<RuntimeTimings>;
  replayEachStep?: boolean;
  failpoint?: Failpoint;
  queues?: readonly string[];
  capacity?: number;
  can?(operation: string, agentId: string): boolean;
  owner?: string;
}

export interface StartOptions { kind?: RunKind; interactive?: boolean; input?: Json; deadlineMs?: number; maxRetries?: number; runId?: string; queue?: string; idempotency?: NewRun['idempotency'] }

export interface LogLine { level: string; event: string; fields: Readonly<Record<string, unknown>> }

export class TestEngine {
  readonly logged: LogLine[] = [];
  readonly live = new LocalLiveHub();
  readonly directory: TestDirectory;
  readonly store: PostgresRunStore;
  readonly worker: Worker;
  readonly sweeper: Sweeper;
  readonly ports: RuntimePorts;
  readonly pool: pg.Pool;

  constructor({ pool, agents, model = new ScriptedModel(), timings, replayEachStep, failpoint, queues = ['default'], capacity = 20, can = () => true, owner = newId() }: EngineOptions) {
    this.pool = pool;
    this.directory = new TestDirectory(agents);
    this.store = new PostgresRunStore({ pool, hub: this.live, doorbell: { ring: () => this.worker.wake() }, onCancel: () => this.worker.beatSoon(), ...(failpoint && { failpoint }) });
    this.ports = {
      store: this.store, directory: this.directory, models: model, live: this.live, clock: systemClock,
      access: { can: async (_principal, operation, agentId) => can(operation, agentId), mayContinue: async (_principal, agentId) => can('chat', agentId), watch: () => () => undefined },
      doorbell: { ring: () => this.worker.wake() },
      log: (level, event, fields) => this.logged.push({ level, event, fields }),
      timings: { ...fastTimings, ...timings },
      ...(replayEachStep && { replayEachStep }),
    };
    this.worker = new Worker({ ports: this.ports, owner, queues, capacity });
    this.sweeper = new Sweeper(this.ports, () => this.worker.wake());
  }

  start(): this {
    this.worker.start();
    this.sweeper.start();
    return this;
  }

  async stop(): Promise<void> {
    await this.sweeper.stop();
    await this.worker.stop();
  }

  async create(agentKey: string, options: StartOptions = {}): Promise<string> {
    const { runId } = await this.store.create(newRun(agentKey, options));
    return runId;
  }

  /** Creates a run and waits until it is over. */
  async finish(agentKey: string, options: StartOptions = {}): Promise<RunView> {
    return this.ended(await this.create(agentKey, options));
  }

  ended(runId: string, timeoutMs = 15_000): Promise<RunView> {
    return this.reaches(runId, ['completed', 'failed', 'cancelled'], timeoutMs);
  }

  reaches(runId: string, statuses: readonly string[], timeoutMs = 15_000): Promise<RunView> {
    return eventually(async () => {
      const view = await this.store.view(runId);
      if (!view || !statuses.includes(view.status)) throw new Error(`run ${runId} is ${view?.status} (${view?.statusReason}), not ${statuses.join(' or ')}`);
      return view;
    }, { timeoutMs });
  }

  async events(streamId: string): Promise<RunEvent[]> {
    return (await this.store.events(streamId, 0, 10_000)).map(({ event }) => event);
  }

  async journal(runId: string): Promise<{ key: string; kind: string; state: string; attempts: number }[]> {
    const { rows } = await this.pool.query<{ key: string; kind: string; state: string; attempts: number }>('SELECT key, kind, state, attempts FROM run_steps WHERE run_id = $1 ORDER BY ordinal', [runId]);
    return rows;
  }

  async openRequest(runId: string): Promise<{ id: string; kind: string; card: { [key: string]: Json }; approvers: string; step_key: string }> {
    return eventually(async () => {
      const { rows } = await this.pool.query(`SELECT id, kind, card, approvers, step_key FROM human_requests WHERE run_id = $1 AND status = 'pending'`, [runId]);
      if (!rows[0]) throw new Error('no open request');
      return rows[0];
    });
  }
}

export function newRun(agentKey: string, { kind = 'headless', interactive = false, input = null, deadlineMs = 60_000, maxRetries = 3, runId = newId(), queue = 'default', idempotency }: StartOptions = {}): NewRun {
  return {
    runId, kind, interactive, input, deadlineMs, maxRetries, queue,
    address: agentAddress(agentKey, 'main'), agentKey, agentId: agentIdOf(agentKey), agentName: agentKey, agentRevisionId: null, configurationHash: null, codeVersion: 1,
    sessionId: null, principal: tester, priority: 2, labels: {}, limits: { maxAgents: 50, maxDepth: 5 }, fairKey: 'tester',
    ...(idempotency && { idempotency }),
  };
}
