import type { AgentAccess, AgentDirectory, Clock, Doorbell, LiveHub, ModelClient, RunStore } from '../../kernel/index.ts';
import type { RuntimeTimings } from './runtime-timings.ts';

/** One `noun_verb` event with ids as fields; exception texts go here and nowhere else. */
export type RuntimeLog = (level: 'debug' | 'info' | 'warn' | 'error', event: string, fields: Readonly<Record<string, unknown>>) => void;

/** Everything outside that runs are driven with. */
export interface RuntimePorts {
  store: RunStore;
  directory: AgentDirectory;
  models: ModelClient;
  access: AgentAccess;
  live: LiveHub;
  doorbell: Doorbell;
  clock: Clock;
  log: RuntimeLog;
  timings: RuntimeTimings;
  /** Restart the run from the top after every step: a test mode that finds code which is not deterministic. */
  replayEachStep?: boolean;
}
