import { Injectable } from '@nestjs/common';
import type { Principal } from '@roster/agents/contracts';
import type { AgentAccess } from '@roster/agents/kernel';
import type { AppAbility } from '@roster/permissions/ability';
import { decide } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';

import { AgentDirectory } from './agent-directory.ts';
import { Principals } from './principals.ts';
import { RevocationWatch } from './revocation-watch.ts';

/** The kernel's AgentAccess: the same ability as on HTTP, with the principal's rights as they are at this moment. */
@Injectable()
export class PlatformAgentAccess implements AgentAccess {
  constructor(private readonly principals: Principals, private readonly agents: AgentDirectory, private readonly revocations: RevocationWatch) {}

  async can(principal: Principal, operation: string, agentId: string): Promise<boolean> {
    const known = await this.principals.load(principal);
    const facts = known && (await this.agents.factsOf(agentId));
    return known !== null && facts !== null && decide(known.ability, operation as Operation, facts).allowed;
  }

  async mayContinue(principal: Principal, agentId: string): Promise<boolean> {
    const known = await this.principals.load(principal);
    return known !== null && this.mayStillChat(known.ability, agentId);
  }

  watch(principal: Principal, agentId: string, onLost: () => void): () => void {
    return this.revocations.watch({ principal, version: null }, { stillAllowed: (ability) => this.mayStillChat(ability, agentId), onRevoked: onLost });
  }

  private async mayStillChat(ability: AppAbility, agentId: string): Promise<boolean> {
    const facts = await this.agents.factsOf(agentId);
    return facts === null || decide(ability, Operation.CHAT, { ...facts, active: true }).allowed;
  }
}
