import { Inject, Injectable } from '@nestjs/common';
import type { ChatRequest } from '@roster/agents/contracts';
import { newId, type ModelClient } from '@roster/agents/kernel';
import { decideAnywhere } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';
import { AgentResolver } from '../agents/agent-resolver.ts';
import { chatFacts, type ResolvedAgent } from '../agents/resolved-agent.ts';
import type { Caller } from '../auth/caller.ts';
import type { Config } from '../config/config.ts';
import { authorize } from '../http/authorize.ts';
import { InvalidRequestError } from '../http/errors/invalid-request-error.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { PermissionDeniedError } from '../http/errors/permission-denied-error.ts';
import { MODEL_CLIENT } from '../providers/model-client.ts';
import type { NewThread } from '../threads/insert-thread.ts';
import { threadOwner } from '../threads/thread-owner.ts';
import { threadFacts, type Thread } from '../threads/thread.service.ts';
import { CONFIG } from '../tokens.ts';
import { ActiveReply } from './active-reply.ts';
import { ChatRateLimit } from './chat-rate-limit.ts';
import { AgentMismatchError, AgentNotChattableError, AgentUnavailableError } from './chat-errors.ts';

/** The conversation and the agent a request may use; a new conversation is only planned. */
export interface AcceptedChat { thread: NewThread; isNew: boolean; agent: ResolvedAgent }

/** Steps 4 to 7 of the chat entry: thread, agent, rights, model. Writes nothing: a refused chat leaves no trace. */
@Injectable()
export class AcceptChat {
  constructor(
    private readonly agents: AgentResolver,
    private readonly active: ActiveReply,
    private readonly rateLimit: ChatRateLimit,
    @Inject(MODEL_CLIENT) private readonly models: ModelClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Step 1: every request counts, replays too. Errors: RateLimitedError. */
  async admit({ principal }: Caller): Promise<void> {
    await this.rateLimit.take(principal);
  }

  async run(request: ChatRequest, thread: Thread | null, caller: Caller): Promise<AcceptedChat> {
    const { ability } = caller;
    if (!thread && !decideAnywhere(ability, Operation.CREATE_THREAD).allowed) throw new PermissionDeniedError(Operation.CREATE_THREAD);
    const agent = await this.agentOf(request, thread, caller);
    authorize(ability, Operation.CHAT, chatFacts(agent, request.revision));
    if (thread) authorize(ability, Operation.SEND_MESSAGE, threadFacts(thread));
    if (thread && thread.agentId !== agent.agentId) throw new AgentMismatchError();
    if (agent.workerOnly || !agent.definition) throw new AgentNotChattableError();
    this.models.assertAvailable(agent.definition.attributes.model || this.config.models.defaultModel);
    return { thread: thread ? existing(thread) : planned(request, agent, caller), isNew: thread === null, agent };
  }

  /** The thread must be idle, or its run makes way. */
  async makeWay(thread: Thread, options: { supersede: boolean; caller: Caller }): Promise<void> {
    await this.active.makeWay(thread, options);
  }

  private async agentOf({ agentId, revision }: ChatRequest, thread: Thread | null, caller: Caller): Promise<ResolvedAgent> {
    const name = agentId ?? thread?.agentId;
    if (name === undefined) throw new InvalidRequestError('A new conversation needs an agent.', { agentId: { code: 'required', message: 'Name the agent: its id, key or slug.' } });
    try {
      return revision === undefined ? await this.agents.resolve(name) : await this.agents.resolveRevision(name, revision, caller);
    } catch (error) {
      if (thread && agentId === undefined && error instanceof NotFoundError) throw new AgentUnavailableError();
      throw error;
    }
  }
}

const existing = ({ id, ownerKind, ownerId, endUser, clientKey, agentId, isTest }: Thread): NewThread => ({ id, owner: { kind: ownerKind, id: ownerId, endUser }, clientKey, agentId, isTest });

const planned = ({ id: clientKey, playground }: ChatRequest, { agentId }: ResolvedAgent, { principal }: Caller): NewThread =>
  ({ id: newId(), owner: threadOwner(principal), clientKey, agentId, isTest: playground !== undefined });
