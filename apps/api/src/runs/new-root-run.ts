import { fairKeyOf } from '@roster/agents/capabilities/runtime';
import type { Json, Principal, RunKind } from '@roster/agents/contracts';
import { agentAddress, type NewRun } from '@roster/agents/kernel';
import type { ResolvedAgent } from '../agents/resolved-agent.ts';
import type { RunConfig } from '../config/config.ts';

/** Priority of a run nobody gave another one. */
export const normalPriority = 2;

export interface RootRun {
  runId: string;
  kind: RunKind;
  agent: ResolvedAgent;
  /** Session id, schedule id or `main`: whose inbox and board the run works on. */
  instance: string;
  sessionId: string | null;
  interactive: boolean;
  principal: Principal;
  input: Json;
  labels?: Record<string, string>;
  deadlineMs: number;
  maxRetries: number;
}

/** A root run as every entry starts it: pinned to what the agent resolved to, with the platform's limits on its tree. */
export function newRootRun({ agent, instance, labels = {}, ...run }: RootRun, { maxTreeRuns, maxDelegationDepth }: Pick<RunConfig, 'maxTreeRuns' | 'maxDelegationDepth'>): NewRun {
  const { agentKey, agentId, name, factory, revision, configurationHash } = agent;
  return {
    ...run,
    address: agentAddress(agentKey, instance),
    agentKey, agentId, agentName: name, agentRevisionId: revision?.id ?? null, configurationHash,
    codeVersion: factory.codeVersion, queue: factory.queue,
    priority: normalPriority, labels,
    limits: { maxAgents: maxTreeRuns, maxDepth: maxDelegationDepth },
    fairKey: fairKeyOf(run.principal),
  };
}
