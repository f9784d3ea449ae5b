// How the parts of the engine are made from configuration; wired by the module.
import type { RuntimePorts } from '@roster/agents/capabilities/runtime';
import type { AgentAccess, AgentDirectory, Doorbell, LiveHub, ModelClient } from '@roster/agents/kernel';
import { systemClock } from '@roster/agents/kernel';
import type pg from 'pg';

import type { Config } from '../../config/config.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { type CancelPush, LocalCancelPush } from '../live/cancel-push.ts';
import type { LocalLiveHub } from '../live/local-live-hub.ts';
import { RedisLiveHub } from '../live/redis-live-hub.ts';
import type { FinalMessage } from '../store/final-message.ts';
import { PostgresRunStore } from '../store/postgres-run-store.ts';
import { engineTimings } from './engine-timings.ts';
import { failpointOf } from './failpoint.ts';
import { runtimeLog } from './runtime-log.ts';

export interface LiveParts { hub: LiveHub; cancels: CancelPush; close(): Promise<void> }

export function openLive({ redis }: Config, local: LocalLiveHub, logger: Logger): LiveParts {
  if (redis.kind === 'none') return { hub: local, cancels: new LocalCancelPush(), close: async () => undefined };
  const hub = new RedisLiveHub({ local, url: redis.url, logger });
  return { hub, cancels: hub, close: () => hub.close() };
}

export function openStore({ pool, doorbell, live, finalMessage, config }: { pool: pg.Pool; doorbell: Doorbell; live: LiveParts; finalMessage: FinalMessage | undefined; config: Config }): PostgresRunStore {
  const failpoint = failpointOf(config.testing);
  return new PostgresRunStore({ pool, doorbell, hub: live.hub, onCancel: (runIds) => live.cancels.push(runIds), ...(finalMessage && { finalMessage }), ...(failpoint && { failpoint }) });
}

export interface PortParts { store: PostgresRunStore; directory: AgentDirectory; models: ModelClient; access: AgentAccess; live: LiveParts; doorbell: Doorbell; config: Config; logger: Logger }

export function runtimePorts({ live, config, logger, ...ports }: PortParts): RuntimePorts {
  return {
    ...ports,
    live: live.hub,
    clock: systemClock,
    log: runtimeLog(logger),
    timings: engineTimings(config),
    replayEachStep: config.testing.kind === 'on' && config.testing.replayEachStep,
  };
}
