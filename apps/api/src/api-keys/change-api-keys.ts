import { Inject, Injectable } from '@nestjs/common';
import type { createApiKeySchema } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import { Operation, operations } from '@roster/permissions/operations';
import pg from 'pg';
import type { z } from 'zod';

import { AuditLog } from '../audit/audit-log.ts';
import { formatApiKey } from '../auth/api-key-text.ts';
import type { Caller } from '../auth/caller.ts';
import { hashOfSecret, newSecret } from '../auth/secrets.ts';
import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { PermissionDeniedError } from '../http/errors/permission-denied-error.ts';
import { ApiKeysService } from './api-keys.service.ts';
import type { ApiKeyRow } from './present-api-key.ts';

type ApiKeyInput = z.infer<typeof createApiKeySchema>;

const YEAR_MS = 365 * 24 * 3_600_000;

@Injectable()
export class ChangeApiKeys {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly keys: ApiKeysService, private readonly audit: AuditLog) {}

  /** The caller's own key. `secretText` is shown once and kept nowhere. Errors: InvalidValueError, PermissionDeniedError: a key makes no keys, or it could widen itself. */
  async create(input: ApiKeyInput, caller: Caller): Promise<{ row: ApiKeyRow; secretText: string }> {
    if (caller.principal.kind !== 'user') throw new PermissionDeniedError(Operation.MANAGE_KEYS);
    refuseImpossible(input);
    const [apiKeyId, secret] = [newId(), newSecret()];
    const agentIds = input.agentIds === 'all' ? null : input.agentIds;
    const row = await inTransaction(this.pool, async (client) => {
      await client.query(sql`
        INSERT INTO api_keys (id, name, owner_id, secret_hash, operations, agent_ids, expires_at)
        VALUES (${apiKeyId}, ${input.name}, ${caller.userId}, ${hashOfSecret(secret)}, ${input.operations}, ${agentIds}::uuid[], ${input.expiresAt})`);
      await this.audit.record(client, caller, { action: 'api_key_create', objectKind: 'ApiKey', objectId: apiKeyId, after: { ...input } });
      return this.keys.find(apiKeyId, caller.ability, client);
    });
    return { row, secretText: formatApiKey(apiKeyId, secret) };
  }

  /** Acts within a second everywhere; the row stays for the records it made. Errors: NotFoundError. */
  revoke(apiKeyId: string, caller: Caller): Promise<ApiKeyRow> {
    return inTransaction(this.pool, async (client) => {
      await this.keys.find(apiKeyId, caller.ability, client);
      await client.query(sql`UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()), version = version + 1 WHERE id = ${apiKeyId}`);
      await this.audit.record(client, caller, { action: 'api_key_revoke', objectKind: 'ApiKey', objectId: apiKeyId });
      return this.keys.find(apiKeyId, caller.ability, client);
    });
  }
}

function refuseImpossible({ operations: wanted, expiresAt }: ApiKeyInput): void {
  const known = new Set<string>(operations);
  const unknown = wanted.findIndex((operation) => !known.has(operation));
  if (unknown >= 0) throw new InvalidValueError({ [`operations.${unknown}`]: { code: 'unknown_operation', message: `One of: ${operations.join(', ')}.` } });
  const inMs = new Date(expiresAt).getTime() - Date.now();
  if (inMs <= 0 || inMs > YEAR_MS) throw new InvalidValueError({ expiresAt: { code: 'out_of_range', message: 'A key expires after now and within a year.' } });
}
