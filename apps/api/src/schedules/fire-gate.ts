import { Injectable } from '@nestjs/common';
import { ConfigurationError } from '@roster/agents/agents';
import type { SkipReason } from '@roster/agents/contracts';
import { decide } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';

import { AgentResolver } from '../agents/agent-resolver.ts';
import type { ResolvedAgent } from '../agents/resolved-agent.ts';
import { Principals } from '../auth/principals.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import type { ScheduleRow } from './schedule-row.ts';

export type FireVerdict = { allowed: true; agent: ResolvedAgent; user: string } | { allowed: false; reason: SkipReason };

/** May the schedule's principal run its agent now? Asked at each fire: users are disabled and agents unpublished in between. */
@Injectable()
export class FireGate {
  constructor(private readonly principals: Principals, private readonly resolver: AgentResolver) {}

  async check({ principal, agentId }: Pick<ScheduleRow, 'principal' | 'agentId'>): Promise<FireVerdict> {
    const known = await this.principals.load(principal);
    if (!known) return { allowed: false, reason: 'principal_unavailable' };
    const agent = await this.agent(agentId);
    if (!agent) return { allowed: false, reason: 'agent_unavailable' };
    if (!decide(known.ability, Operation.CHAT, agent.facts).allowed) return { allowed: false, reason: 'permission_denied' };
    return { allowed: true, agent, user: known.user?.name ?? 'system' };
  }

  private async agent(agentId: string): Promise<ResolvedAgent | null> {
    try {
      return await this.resolver.resolve(agentId);
    } catch (error) {
      if (error instanceof NotFoundError || error instanceof ConfigurationError) return null;
      throw error;
    }
  }
}
