import type { CoordinatorPorts, ThreadHistory } from '@roster/agents/agents';
import type { AgentAccess } from '@roster/agents/kernel';
import type pg from 'pg';

import type { Config } from '../config/config.ts';
import { readEvents } from '../runs/run-log.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Injection token of what every coordinator is built with. */
export const COORDINATOR_PORTS = Symbol('CoordinatorPorts');

/** Part of every configuration hash: raised when the loop itself changes what a model sees. */
const CODE_VERSION = '1';

export interface PortParts { access: AgentAccess; pool: pg.Pool; history: ThreadHistory; config: Config; logger: Logger }

export function coordinatorPorts({ access, pool, history, config, logger }: PortParts): CoordinatorPorts {
  return {
    access,
    events: { events: (streamId, after, limit) => readEvents(pool, { streamId, after, limit }) },
    history,
    digestLimit: config.tools.subagentDigestLimit ?? 0,
    maxDelegationDepth: config.runs.maxDelegationDepth,
    settings: { defaultModel: config.models.defaultModel, historyToolOutputLimit: config.tools.historyOutputLimit ?? 0, toolOutputLimit: config.tools.outputLimit ?? 0, codeVersion: CODE_VERSION },
    log: (level, event, fields) => logger[level]({ event, ...fields }),
  };
}
