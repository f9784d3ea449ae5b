import { Inject, Injectable } from '@nestjs/common';
import type { Json, Principal } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import type { Operation } from '@roster/permissions/operations';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';

/** Who did it; a Caller is one. `principal` null: nobody was signed in. */
export interface Actor {
  principal: Principal | null;
  /** The administrator behind a view-as. */
  viewedBy?: string;
  requestId?: string;
  address?: string;
}

export interface AuditEntry {
  /** `noun_verb`, e.g. `user_update`. */
  action: string;
  objectKind: string;
  objectId?: string;
  outcome?: 'allowed' | 'denied' | 'failed';
  /** Without secrets: mask them before. */
  before?: Json;
  after?: Json;
  reason?: string;
}

@Injectable()
export class AuditLog {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, @Inject(LOGGER) private readonly logger: Logger) {}

  /** One row in the transaction of the change: both happen or neither. */
  async record(client: Pick<pg.ClientBase, 'query'>, actor: Actor, entry: AuditEntry): Promise<void> {
    const { kind, id, onBehalfOf } = identityOf(actor);
    await client.query(sql`
      INSERT INTO audit_events (id, actor_kind, actor_id, on_behalf_of, action, object_kind, object_id, outcome, before, after, reason, request_id, address)
      VALUES (${newId()}, ${kind}, ${id}, ${onBehalfOf}, ${entry.action}, ${entry.objectKind}, ${entry.objectId ?? null}, ${entry.outcome ?? 'allowed'},
        ${jsonOrNull(entry.before)}, ${jsonOrNull(entry.after)}, ${entry.reason ?? null}, ${actor.requestId ?? null}, ${actor.address ?? null})`);
  }

  /** For what changes nothing else: a login's outcome, a view-as. */
  async recordOutside(actor: Actor, entry: AuditEntry): Promise<void> {
    await this.record(this.pool, actor, entry);
  }

  /** The answer does not wait for it. */
  recordDenial(actor: Actor, operation: Operation, route: string): void {
    this.recordOutside(actor, { action: operation, objectKind: 'Route', objectId: route, outcome: 'denied' }).catch((error: unknown) => {
      this.logger.error({ event: 'audit_write_failed', err: error });
    });
  }
}

function identityOf({ principal, viewedBy }: Actor): { kind: string; id: string | null; onBehalfOf: string | null } {
  switch (principal?.kind) {
    case undefined: return { kind: 'anonymous', id: null, onBehalfOf: null };
    case 'user': return { kind: 'user', id: viewedBy ?? principal.userId, onBehalfOf: viewedBy === undefined ? null : principal.userId };
    case 'apiKey': return { kind: 'apiKey', id: principal.apiKeyId, onBehalfOf: principal.endUser ?? null };
    case 'system': return { kind: 'system', id: principal.name, onBehalfOf: null };
  }
}

const jsonOrNull = (value: Json | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
