import { Injectable } from '@nestjs/common';
import type { Principal } from '@roster/agents/contracts';
import type { AgentAccess } from '@roster/agents/kernel';
import { decide } from '@roster/permissions/explain';
import type { Operation } from '@roster/permissions/operations';

import { AgentDirectory } from './agent-directory.ts';
import { Principals } from './principals.ts';

/** The kernel's AgentAccess: the same ability as on HTTP, with the principal's rights as they are at this moment. */
@Injectable()
export class PlatformAgentAccess implements AgentAccess {
  constructor(private readonly principals: Principals, private readonly agents: AgentDirectory) {}

  async can(principal: Principal, operation: string, agentId: string): Promise<boolean> {
    const known = await this.principals.load(principal);
    const facts = known && (await this.agents.factsOf(agentId));
    return known !== null && facts !== null && decide(known.ability, operation as Operation, facts).allowed;
  }
}
