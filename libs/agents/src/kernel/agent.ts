import type { Json } from '../contracts/json.ts';
import type { AgentAddress } from './address.ts';
import type { Message } from './message.ts';
import type { ModelClient } from './model-client.ts';
import type { RunContext } from './run-context.ts';
import type { Tool } from './tool.ts';

/**
 * The kernel contract: anything with an `id` and a `run` is an agent. `run` is replayed from the top after a crash or a
 * suspension, so code between context calls must be deterministic. Its returned JSON is the run's output.
 * An agent object is built for each claim and holds no state of a run between claims.
 */
export interface KernelAgent {
  readonly id: AgentAddress;
  run(context: RunContext, inbox: readonly Message[]): Promise<Json | RunResult | void>;
  /** Tools that `context.tool` finds by name; agents that assemble theirs in the run use `context.withTools`. */
  readonly tools?: readonly Tool[];
  /** Used by `context.llm` instead of the platform's client. */
  readonly modelClient?: ModelClient;
}

/** What a run ends with when the agent says more than a value: returned by agents that can be cut short. */
export class RunResult {
  constructor(readonly output: Json, readonly exitReason: string, readonly truncated: boolean = false) {}
}

/** The pinned revision a database agent is built from. */
export interface AgentRevision {
  id: string;
  number: number | null;
  content: Json;
  contentHash: string;
}

/** What the engine knows about an agent before it builds one. */
export interface AgentFactory {
  /** Class key of a code agent, `agent_settings` id of a database agent. */
  readonly agentKey: string;
  /** Registry UUID, used on the wire. */
  readonly agentId: string;
  readonly displayName: string;
  readonly queue: string;
  readonly codeVersion: number;
  build(address: AgentAddress, revision: AgentRevision | null): Promise<KernelAgent>;
}

/** Port: finds the factory of an agent key. Unknown -> null: the run is released as `agent_unavailable`. */
export interface AgentDirectory {
  find(agentKey: string): Promise<AgentFactory | null>;
  revision(revisionId: string): Promise<AgentRevision | null>;
}
