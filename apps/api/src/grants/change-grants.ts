import { Inject, Injectable } from '@nestjs/common';
import type { createGrantSchema } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import { operations } from '@roster/permissions/operations';
import { hasAgent, subjectsOf } from '@roster/permissions/subjects';
import pg from 'pg';
import type { z } from 'zod';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { sql, sqlText } from '../database/sql.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { GrantsService } from './grants.service.ts';
import type { GrantRow } from './present-grant.ts';

type GrantInput = z.infer<typeof createGrantSchema>;

const TABLE_OF = { user: 'users', group: 'groups', api_key: 'api_keys' } as const;

@Injectable()
export class ChangeGrants {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly grants: GrantsService, private readonly audit: AuditLog) {}

  /** Errors: InvalidValueError (operation, subject or agent), ConflictError (there is this grant). */
  create(input: GrantInput, caller: Caller): Promise<GrantRow> {
    refuseImpossible(input);
    return inTransaction(this.pool, async (client) => {
      const subject = await client.query(sql`SELECT 1 FROM ${sqlText(TABLE_OF[input.subjectKind])} WHERE id = ${input.subjectId}`);
      if (subject.rowCount === 0) throw new InvalidValueError({ subjectId: { code: 'unknown_subject', message: 'There is none with this id.' } });
      const grantId = newId();
      const inserted = await client.query(sql`
        INSERT INTO grants (id, subject_kind, subject_id, operation, effect, agent_id)
        VALUES (${grantId}, ${input.subjectKind}, ${input.subjectId}, ${input.operation}, ${input.effect}, ${input.agentId}) ON CONFLICT DO NOTHING`);
      if (inserted.rowCount === 0) throw new ConflictError('There is this grant already.');
      await this.audit.record(client, caller, { action: 'grant_create', objectKind: 'Grant', objectId: grantId, after: { ...input } });
      return this.grants.find(grantId, caller.ability, client);
    });
  }

  /** Errors: NotFoundError. */
  delete(grantId: string, caller: Caller): Promise<GrantRow> {
    return inTransaction(this.pool, async (client) => {
      const grant = await this.grants.find(grantId, caller.ability, client);
      await client.query(sql`DELETE FROM grants WHERE id = ${grantId}`);
      const before = { subjectKind: grant.subject_kind, subjectId: grant.subject_id, operation: grant.operation, effect: grant.effect, agentId: grant.agent_id };
      await this.audit.record(client, caller, { action: 'grant_delete', objectKind: 'Grant', objectId: grantId, before });
      return grant;
    });
  }
}

function refuseImpossible({ operation: name, agentId }: GrantInput): void {
  const operation = operations.find((candidate) => candidate === name);
  if (operation === undefined) throw new InvalidValueError({ operation: { code: 'unknown_operation', message: `One of: ${operations.join(', ')}.` } });
  if (agentId !== null && !subjectsOf[operation].some(hasAgent)) throw new InvalidValueError({ agentId: { code: 'not_about_agents', message: 'This operation is not about agents; leave agentId null.' } });
}
