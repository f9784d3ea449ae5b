import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type AuditEventRecord, auditEventSchema, type ListQuery, listQuerySchema } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import pg from 'pg';
import { z } from 'zod';

import { sql, sqlCondition } from '../database/sql.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility } from '../http/current.ts';
import type { ListColumns } from '../http/list/list-columns.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { readList } from '../http/list/read-list.ts';

const auditColumns = {
  id: { sql: 'audit_events.id', type: 'uuid' },
  at: { sql: 'audit_events.at', type: 'time' },
  actorKind: { sql: 'audit_events.actor_kind', type: 'text' },
  actorId: { sql: 'audit_events.actor_id', type: 'text' },
  action: { sql: 'audit_events.action', type: 'text', search: true },
  objectKind: { sql: 'audit_events.object_kind', type: 'text' },
  objectId: { sql: 'audit_events.object_id', type: 'text', search: true },
  outcome: { sql: 'audit_events.outcome', type: 'text' },
} as const satisfies ListColumns;

interface AuditRow extends Omit<AuditEventRecord, 'at'> { at: Date }

@ApiTags('audit')
@Controller('api/audit-events')
export class AuditController {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  @Get() @Requires(Operation.VIEW_AUDIT) @ApiResponse({ status: 200, standardSchema: z.array(auditEventSchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<AuditEventRecord>> {
    const page = await readList<AuditRow>(this.pool, {
      resource: 'audit-events', query, columns: auditColumns, from: sql`audit_events`,
      select: sql`id, at, actor_kind AS "actorKind", actor_id AS "actorId", on_behalf_of AS "onBehalfOf", action, object_kind AS "objectKind", object_id AS "objectId", outcome, before, after, reason, request_id AS "requestId", address`,
      visible: sqlCondition(rulesToSql(ability, { operation: Operation.VIEW_AUDIT, subject: 'Audit', fields: {} })),
    });
    return page.map((row) => ({ ...row, at: row.at.toISOString() }));
  }
}
