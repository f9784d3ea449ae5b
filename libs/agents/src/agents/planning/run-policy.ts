/** Limits of one run's planning turns (composition.md section 3). `null` = no limit. */
export interface RunPolicy {
  /** Planning turns; the finalization is not one. */
  maxTurns: number;
  /** Calls of the run; an agent tool costs one, whatever its child does. */
  maxToolCalls: number | null;
  /** Turns in a row whose calls all failed. */
  maxConsecutiveFailures: number | null;
  /** Rejected responses in a row. */
  maxRecoveryTurns: number;
}

/** Chat root: room for a long conversation turn. Delegated and headless runs: short leash. */
export type RunMode = 'chat' | 'delegate' | 'headless';

export const defaultRunPolicy = (mode: RunMode): RunPolicy => ({
  ...(mode === 'chat' ? { maxTurns: 100, maxToolCalls: null } : { maxTurns: 6, maxToolCalls: 6 }),
  maxConsecutiveFailures: null,
  maxRecoveryTurns: 2,
});
