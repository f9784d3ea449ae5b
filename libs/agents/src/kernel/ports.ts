import type { LiveEventEnvelope } from '../contracts/run-event.ts';
import type { Principal } from '../contracts/principal.ts';

/** Port: ephemeral deltas and "something was committed" hints. Losing any of them costs at most a poll (1 s). */
export interface LiveHub {
  publish(message: LiveMessage): void;
  /** Returns the function that unsubscribes. */
  subscribe(streamId: string, listener: (message: LiveMessage) => void): () => void;
}
export type LiveMessage = { kind: 'delta'; envelope: LiveEventEnvelope } | { kind: 'committed'; streamId: string };

/** Port: wakes a worker. A lost ring costs at most a sweep. */
export interface Doorbell {
  ring(run: { runId: string; queue: string; epoch: number; priority: number }): void;
}

/** Port: may this principal do this with this agent now? The one enforcing function of the platform, asked again before every call. */
export interface AgentAccess {
  can(principal: Principal, operation: string, agentId: string): Promise<boolean>;
  /** May a run that has begun with this agent go on? Only what the principal may matters: an agent that was switched off or deleted meanwhile ends no run. */
  mayContinue(principal: Principal, agentId: string): Promise<boolean>;
  /** Calls `onLost` once, within about a second, when `mayContinue` has become false. Returns the function that ends the watch. */
  watch(principal: Principal, agentId: string, onLost: () => void): () => void;
}

/** Port: wall clock for stamps, monotonic clock for durations. */
export interface Clock { now(): Date; monotonicMs(): number }
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
