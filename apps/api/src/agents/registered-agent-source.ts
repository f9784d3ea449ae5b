import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ClassChain, PermissionCheck } from '@roster/permissions/class-chain';
import type { AgentFacts } from '@roster/permissions/subjects';

import { agentFactsOf } from '../agent-settings/agent-settings-row.ts';
import { AgentDirectory, type AgentSource } from '../auth/agent-directory.ts';
import { codeFacts } from './agent-builder.ts';
import { AgentCatalog } from './agent-catalog.ts';
import { AgentRowQuery } from './agent-row-query.ts';

/** Tells the permissions what they ask about agents of both kinds. */
@Injectable()
export class RegisteredAgentSource implements AgentSource, OnModuleInit {
  constructor(private readonly directory: AgentDirectory, private readonly catalog: AgentCatalog, private readonly rows: AgentRowQuery) {}

  onModuleInit(): void {
    this.directory.use(this);
  }

  async factsOf(agentId: string): Promise<AgentFacts | null> {
    const code = this.catalog.registry.get(agentId)?.agentId ?? this.catalog.factory(agentId)?.agentId;
    if (code !== undefined) return codeFacts(code);
    const row = await this.rows.findForRun(agentId);
    return row && agentFactsOf(row);
  }

  /** Classes that state their own rule; null and [] mean the default rules. */
  classChains(): ClassChain[] {
    return this.catalog.registry.list().flatMap(({ agentId, attributes }) =>
      attributes.permissions && attributes.permissions.length > 0 ? [{ facts: codeFacts(agentId), checks: attributes.permissions as unknown as readonly PermissionCheck[] }] : []);
  }
}
