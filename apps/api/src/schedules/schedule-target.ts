import { Injectable } from '@nestjs/common';
import type { Principal, RunAs } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';

import { AgentResolver } from '../agents/agent-resolver.ts';
import type { ResolvedAgent } from '../agents/resolved-agent.ts';
import type { Caller } from '../auth/caller.ts';
import { Principals } from '../auth/principals.ts';
import { authorize } from '../http/authorize.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { PermissionDeniedError } from '../http/errors/permission-denied-error.ts';

/** The platform itself, as a schedule's principal. */
const SCHEDULES: Principal = { kind: 'system', name: 'schedules' };

/** Which agent a schedule is for, and as whom it runs: what the caller may choose. */
@Injectable()
export class ScheduleTarget {
  constructor(private readonly resolver: AgentResolver, private readonly principals: Principals) {}

  /** Errors: InvalidValueError for an agent that is not there for the caller, PermissionDeniedError without CHAT. */
  async agent(name: string, caller: Caller): Promise<ResolvedAgent> {
    try {
      const agent = await this.resolver.resolve(name);
      authorize(caller.ability, Operation.CHAT, agent.facts);
      return agent;
    } catch (error) {
      if (error instanceof NotFoundError) throw new InvalidValueError({ agentId: { code: 'unknown_agent', message: 'There is no such agent.' } });
      throw error;
    }
  }

  /** Oneself when nobody is named; another user is for administrators to choose. */
  async principal(runAs: RunAs | undefined, caller: Caller): Promise<Principal> {
    if (runAs?.kind === 'system') return SCHEDULES;
    const userId = runAs?.userId ?? caller.userId;
    if (userId !== caller.userId && caller.role !== 'admin') throw new PermissionDeniedError(Operation.MANAGE_USERS);
    const principal: Principal = { kind: 'user', userId };
    if (!(await this.principals.load(principal))) throw new InvalidValueError({ runAs: { code: 'unknown_user', message: 'There is no such active user.' } });
    return principal;
  }
}
