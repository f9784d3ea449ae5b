import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@roster/agents/kernel';
import { decideAnywhere } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';
import { AgentResolver } from '../agents/agent-resolver.ts';
import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { authorize } from '../http/authorize.ts';
import { AgentNotChattableError } from '../chat/chat-errors.ts';
import { PermissionDeniedError } from '../http/errors/permission-denied-error.ts';
import { insertThread } from './insert-thread.ts';
import { threadOwner } from './thread-owner.ts';
import { ThreadService, type Thread } from './thread.service.ts';

/** An empty conversation with an agent the caller may chat with. */
@Injectable()
export class CreateThread {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly agents: AgentResolver, private readonly threads: ThreadService) {}

  async run({ agentId }: { agentId: string }, caller: Caller): Promise<Thread> {
    if (!decideAnywhere(caller.ability, Operation.CREATE_THREAD).allowed) throw new PermissionDeniedError(Operation.CREATE_THREAD);
    const agent = await this.agents.resolve(agentId);
    authorize(caller.ability, Operation.CHAT, agent.facts);
    if (agent.workerOnly) throw new AgentNotChattableError();
    const id = newId();
    const thread = { id, owner: threadOwner(caller.principal), clientKey: null, agentId: agent.agentId, isTest: false };
    await inTransaction(this.pool, (client) => insertThread(client, thread));
    return (await this.threads.byId(id))!;
  }
}
