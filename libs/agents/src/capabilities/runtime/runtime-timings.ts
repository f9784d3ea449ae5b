/** Every duration of the runtime, ms. Tests shorten them; their relations must hold (beat < lease - margin). */
export interface RuntimeTimings {
  leaseMs: number;
  beatMs: number;
  /** No effect starts, and running ones are aborted, when less than this is left of an unrenewed lease. */
  leaseMarginMs: number;
  /** A timer due within this is awaited in memory instead of suspending. */
  hotTimerMs: number;
  /** How long a finished claim waits for effects in flight. */
  settleMs: number;
  /** How long a stopping worker waits for the next step boundary of its runs. */
  drainMs: number;
  pollMs: number;
  sweepMs: number;
  sweepJitterMs: number;
  deltaMs: number;
  toolTimeoutMs: number;
  /** Base of the retries within a model step; doubled each time, with jitter. */
  modelRetryMs: number;
  /** Longest wait within a step; a provider that asks for more makes it a run retry. */
  modelRetryMaxMs: number;
  /** Base of run retries: doubled each time. */
  runRetryMs: number;
  unavailableMs: number;
  unavailableMaxMs: number;
}

export const defaultTimings: RuntimeTimings = {
  leaseMs: 6_000,
  beatMs: 2_000,
  leaseMarginMs: 2_000,
  hotTimerMs: 1_000,
  settleMs: 5_000,
  drainMs: 5_000,
  pollMs: 1_000,
  sweepMs: 1_000,
  sweepJitterMs: 300,
  deltaMs: 25,
  toolTimeoutMs: 120_000,
  modelRetryMs: 500,
  modelRetryMaxMs: 20_000,
  runRetryMs: 5_000,
  unavailableMs: 5_000,
  unavailableMaxMs: 300_000,
};

/** Retries of a transient model error within one step. */
export const MODEL_RETRIES = 2;
/** Repetitions of a result commit that failed for a reason of the database; the result exists only in memory. */
export const COMMIT_RETRIES = 4;
