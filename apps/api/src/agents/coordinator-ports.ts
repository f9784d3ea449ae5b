import type { CoordinatorPorts, ThreadHistory } from '@roster/agents/agents';
import type { AgentAccess, RunStore } from '@roster/agents/kernel';

import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Injection token of what every coordinator is built with. */
export const COORDINATOR_PORTS = Symbol('CoordinatorPorts');

export interface PortParts { access: AgentAccess; store: RunStore; history: ThreadHistory; config: Config; logger: Logger }

export function coordinatorPorts({ access, store, history, config, logger }: PortParts): CoordinatorPorts {
  return {
    access,
    events: store,
    history,
    digestLimit: config.tools.subagentDigestLimit ?? 0,
    maxDelegationDepth: config.runs.maxDelegationDepth,
    settings: { defaultModel: config.models.defaultModel, historyToolOutputLimit: config.tools.historyOutputLimit ?? 0, codeVersion: CODE_VERSION },
    log: (level, event, fields) => logger[level]({ event, ...fields }),
  };
}

/** Part of every configuration hash: raised when the loop itself changes what a model sees. */
const CODE_VERSION = '1';
