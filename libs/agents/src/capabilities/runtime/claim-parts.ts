import type { ClaimedRun, GatePolicy, ModelClient, Tool } from '../../kernel/index.ts';
import type { ChatRight } from './chat-right.ts';
import type { Commits } from './commits.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { Journal } from './journal.ts';
import type { LocalRuns } from './local-runs.ts';
import type { Quiescence } from './quiescence.ts';
import type { RunControl } from './run-control.ts';
import type { RuntimePorts } from './runtime-ports.ts';

/** What all parts of one claim share. */
export interface ClaimParts {
  run: ClaimedRun;
  ports: RuntimePorts;
  journal: Journal;
  control: RunControl;
  quiescence: Quiescence;
  commits: Commits;
  time: DatabaseClock;
  right: ChatRight;
  local: LocalRuns;
  /** Children whose ask timed out with `leave`: their end becomes a `late_reply`. */
  left: Map<string, { stepKey: string; childRunId: string }>;
}

/** What differs between a context and those made from it. */
export interface ContextScope {
  /** Before every key: empty, or the key of the tool call with a slash. */
  prefix: string;
  tools: ReadonlyMap<string, Tool>;
  policy: GatePolicy;
  models: ModelClient;
}
