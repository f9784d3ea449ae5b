import { Injectable } from '@nestjs/common';
import type { ClassChain } from '@roster/permissions/class-chain';
import type { AgentFacts } from '@roster/permissions/subjects';

/** A feature that knows agents: the registry of code agents, the settings of database agents. */
export interface AgentSource {
  factsOf(agentId: string): Promise<AgentFacts | null>;
  /** Of classes that state their own permission rule; fixed after the start. */
  classChains?(): readonly ClassChain[];
}

/** What permissions ask about agents. Features register their source when their module starts. */
@Injectable()
export class AgentDirectory {
  private readonly sources: AgentSource[] = [];

  use(source: AgentSource): void {
    this.sources.push(source);
  }

  /** null: no such agent. */
  async factsOf(agentId: string): Promise<AgentFacts | null> {
    for (const source of this.sources) {
      const facts = await source.factsOf(agentId);
      if (facts) return facts;
    }
    return null;
  }

  classChains(): readonly ClassChain[] {
    return this.sources.flatMap((source) => source.classChains?.() ?? []);
  }
}
