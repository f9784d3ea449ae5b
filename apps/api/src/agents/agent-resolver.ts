import { Inject, Injectable } from '@nestjs/common';
import { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { agentFactsOf, type AgentSettingsRow } from '../agent-settings/agent-settings-row.ts';
import { candidateRevision } from '../agent-settings/candidate-revision.ts';
import { lockAgent } from '../agent-settings/load-agent.ts';
import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { authorize } from '../http/authorize.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { AgentBuilder } from './agent-builder.ts';
import { AgentCatalog } from './agent-catalog.ts';
import { AgentRowQuery } from './agent-row-query.ts';
import type { ResolvedAgent } from './resolved-agent.ts';

/** The one answer to "which agent is that?": for chat, headless runs, schedules and tests. Errors: NotFoundError, ConfigurationError. */
@Injectable()
export class AgentResolver {
  constructor(
    private readonly catalog: AgentCatalog,
    private readonly rows: AgentRowQuery,
    private readonly builder: AgentBuilder,
    @Inject(pg.Pool) private readonly pool: pg.Pool,
  ) {}

  /** Registry by id, then key; then settings by id, then slug, active and published. Asks no permission: the caller of this asks for CHAT. */
  async resolve(name: string): Promise<ResolvedAgent> {
    const code = await this.code(name);
    if (code) return code;
    const row = await this.rows.find(name);
    if (!row || !row.active || row.publishedRevisionId === null) throw new NotFoundError();
    return this.builder.database(row, (await this.rows.revision(row.publishedRevisionId))!);
  }

  /** Pinned by hand: the draft needs UPDATE_AGENT (frozen as a candidate), a number ever published PIN_REVISION. Also for an agent that is not live. */
  async resolveRevision(name: string, selector: number | 'draft', caller: Caller): Promise<ResolvedAgent> {
    const row = this.catalog.isAgentKey(name) ? null : await this.rows.find(name);
    if (!row) {
      const code = await this.resolve(name);
      authorize(caller.ability, Operation.CHAT, code.facts);
      throw new InvalidValueError({ revision: { code: 'no_revisions', message: 'A code agent has no revisions.' } });
    }
    return selector === 'draft' ? this.draft(row, caller) : this.numbered(row, selector, caller);
  }

  private async code(name: string): Promise<ResolvedAgent | null> {
    const definition = this.catalog.registry.get(name);
    if (definition) return this.builder.code(definition);
    const factory = this.catalog.factory(name);
    return factory && this.builder.factory(factory);
  }

  private async draft(row: AgentSettingsRow, caller: Caller): Promise<ResolvedAgent> {
    const revision = await inTransaction(this.pool, async (client) => {
      const locked = await lockAgent(client, row.id, { ability: caller.ability, operation: Operation.UPDATE_AGENT });
      return candidateRevision(client, locked, caller);
    });
    return this.builder.database(row, revision);
  }

  private async numbered(row: AgentSettingsRow, number: number, caller: Caller): Promise<ResolvedAgent> {
    authorize(caller.ability, Operation.PIN_REVISION, agentFactsOf(row));
    const revision = await this.rows.revisionByNumber(row.id, number);
    if (!revision) throw new NotFoundError();
    return this.builder.database(row, revision);
  }
}
