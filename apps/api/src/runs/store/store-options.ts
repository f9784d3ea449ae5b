import type pg from 'pg';
import type { Doorbell, LiveHub } from '@roster/agents/kernel';

import type { FinalMessage } from './final-message.ts';

/** Called around every command: `before` each attempt, `after` its commit. Tests only: what it throws is what a database error would do. */
export type Failpoint = (command: string, phase: 'before' | 'after') => Promise<void> | void;

export interface PostgresRunStoreOptions {
  pool: pg.Pool;
  /** Folds a chat run's events into its reply, stored with the terminal state. Needed wherever chat runs end. */
  finalMessage?: FinalMessage;
  /** Rung after the commit for each run that became pending. Must not throw. */
  doorbell?: Doorbell;
  /** Told after the commit that a stream has news. Must not throw. */
  hub?: Pick<LiveHub, 'publish'>;
  /** Push of cancels to whoever drives these runs; the heartbeat is the fallback. Must not throw. */
  onCancel?(runIds: readonly string[]): void;
  failpoint?: Failpoint;
  /** False only in the test that shows why `suspend` and `signal` lock the run. */
  lockRuns?: boolean;
}
