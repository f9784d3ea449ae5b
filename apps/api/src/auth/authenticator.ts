import { timingSafeEqual } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@roster/agents/contracts';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { InvalidRequestError } from '../http/errors/invalid-request-error.ts';
import { UnauthenticatedError } from '../http/errors/unauthenticated-error.ts';
import type { AppRequest } from '../http/request-context.ts';
import { holdsApiKey, parseApiKey } from './api-key-text.ts';
import type { Caller } from './caller.ts';
import { LoginCookies } from './login-cookies.ts';
import { Logins } from './logins.ts';
import { type KnownPrincipal, Principals } from './principals.ts';
import { hashOfSecret } from './secrets.ts';

interface KeyRow { secret_hash: Buffer; version: string; is_stale: boolean }

/** The one reader of credentials: a login cookie or `Authorization: Bearer <API key>`, never both, never in the URL. */
@Injectable()
export class Authenticator {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly cookies: LoginCookies, private readonly logins: Logins, private readonly principals: Principals) {}

  /** Errors: InvalidRequestError (two credentials, a key in the URL, a bad end user), UnauthenticatedError. */
  async authenticate(request: AppRequest): Promise<Caller> {
    refuseKeyInUrl(request);
    const cookie = this.cookies.loginToken(request);
    const { authorization } = request.headers;
    if (cookie !== undefined && authorization !== undefined) throw new InvalidRequestError('Send the login cookie or an API key, not both.');
    if (authorization !== undefined) return callerOf(request, await this.byKey(authorization, endUserOf(request)));
    if (cookie === undefined) throw new UnauthenticatedError();
    if (endUserOf(request) !== undefined) throw new InvalidRequestError('X-Roster-End-User goes with an API key only.');
    const login = await this.logins.find(cookie);
    if (!login) throw new UnauthenticatedError();
    const known = await this.principals.loadAt({ kind: 'user', userId: login.userId }, String(login.version));
    return { ...callerOf(request, known), loginId: login.loginId };
  }

  private async byKey(authorization: string, endUser: string | undefined): Promise<KnownPrincipal | null> {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    const key = parseApiKey(token);
    if (!key) return null;
    const { rows } = await this.pool.query<KeyRow>(sql`
      SELECT api_keys.secret_hash, api_keys.version || '.' || users.version AS version, coalesce(api_keys.last_used_at < now() - interval '1 minute', true) AS is_stale
      FROM api_keys JOIN users ON users.id = api_keys.owner_id AND users.status = 'active'
      WHERE api_keys.id = ${key.apiKeyId} AND api_keys.revoked_at IS NULL AND api_keys.expires_at > now()`);
    const [row] = rows;
    if (!row || !timingSafeEqual(row.secret_hash, hashOfSecret(key.secret))) return null;
    if (row.is_stale) await this.pool.query(sql`UPDATE api_keys SET last_used_at = now() WHERE id = ${key.apiKeyId}`);
    const principal: Principal = { kind: 'apiKey', apiKeyId: key.apiKeyId, ...(endUser !== undefined && { endUser }) };
    return this.principals.loadAt(principal, row.version);
  }
}

function callerOf(request: AppRequest, known: KnownPrincipal | null): Caller {
  if (!known?.user) throw new UnauthenticatedError();
  return { principal: known.principal, userId: known.user.id, role: known.user.role, ability: known.ability, version: known.version, requestId: request.requestId, address: request.ip ?? 'unknown' };
}

export function refuseKeyInUrl({ originalUrl }: AppRequest): void {
  if (holdsApiKey(originalUrl)) throw new InvalidRequestError('An API key must not stand in the URL. Send it as Authorization: Bearer, and replace this key: URLs are logged.');
}

function endUserOf({ headers }: AppRequest): string | undefined {
  const header = headers['x-roster-end-user'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(header)) throw new InvalidRequestError('X-Roster-End-User takes 1 to 128 printable ASCII characters.');
  return header;
}
