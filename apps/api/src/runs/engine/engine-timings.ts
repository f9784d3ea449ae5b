import { defaultTimings, type RuntimeTimings } from '@roster/agents/capabilities/runtime';

import type { Config } from '../../config/config.ts';

/** Left of the drain for aborted effects to notice and for the last commits. */
const DRAIN_RESERVE_MS = 1_000;

export function engineTimings({ runs, tools, shutdownDrainMs }: Pick<Config, 'runs' | 'tools' | 'shutdownDrainMs'>): RuntimeTimings {
  return {
    ...defaultTimings,
    leaseMs: runs.leaseMs,
    beatMs: runs.heartbeatMs,
    // As long as the beat: one lost beat still leaves time for the next before effects stop.
    leaseMarginMs: Math.min(runs.heartbeatMs, Math.floor(runs.leaseMs / 3)),
    sweepMs: runs.sweepMs,
    settleMs: runs.effectGraceMs,
    toolTimeoutMs: tools.timeoutMs,
    drainMs: Math.max(0, shutdownDrainMs - DRAIN_RESERVE_MS),
  };
}
