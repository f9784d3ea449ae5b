import { Injectable } from '@nestjs/common';
import type { Json, StartRunRequest } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import type pg from 'pg';

import { AgentResolver } from '../agents/agent-resolver.ts';
import type { ResolvedAgent } from '../agents/resolved-agent.ts';
import type { Caller } from '../auth/caller.ts';
import { authorize } from '../http/authorize.ts';
import { withIdempotency } from '../http/idempotency.ts';
import { RunAgent } from './run-agent.ts';

export interface StartAgentRunInput { name: string; request: StartRunRequest; idempotencyKey: string | undefined }

/** `POST /api/agents/:agentId/runs`: resolve once, then `RunAgent`, once per Idempotency-Key. */
@Injectable()
export class StartAgentRun {
  constructor(private readonly resolver: AgentResolver, private readonly runAgent: RunAgent) {}

  async run(caller: Caller, { name, request, idempotencyKey }: StartAgentRunInput): Promise<{ runId: string; replayed: boolean }> {
    const { revision, mode: _mode, ...task } = request;
    const agent = await this.agent(caller, name, revision);
    if (task.interruptsAllowed) authorize(caller.ability, Operation.PUBLISH_AGENT, agent.facts);
    const accepted = { principal: caller.principal, revision };
    const prepared = await this.runAgent.prepare(agent, task, accepted);
    const writes = async (client: pg.PoolClient): Promise<void> => {
      const route = `POST /api/agents/${agent.agentId}/runs`;
      const { replayed, outcome } = await withIdempotency(client, { principal: caller.principal, route, key: idempotencyKey, body: request as unknown as Json }, async () => ({ runId: prepared.runId }));
      if (replayed) throw new StartedBefore(outcome.runId!);
    };
    try {
      return { ...(await this.runAgent.start(prepared, writes)), replayed: false };
    } catch (error) {
      if (error instanceof StartedBefore) return { runId: error.runId, replayed: true };
      throw error;
    }
  }

  private agent(caller: Caller, name: string, revision: StartRunRequest['revision']): Promise<ResolvedAgent> {
    return revision === undefined ? this.resolver.resolve(name) : this.resolver.resolveRevision(name, revision, caller);
  }
}

/** Takes the transaction back: the key already has its run. */
class StartedBefore extends Error {
  constructor(readonly runId: string) { super('This request was accepted before.'); }
}
