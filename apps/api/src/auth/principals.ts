import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@roster/agents/contracts';
import { abilityFor, type AppAbility, type Role } from '@roster/permissions/ability';
import pg from 'pg';

import { AgentDirectory } from './agent-directory.ts';
import { readRights, readSystemRights } from './principal-rights.ts';
import { currentVersions, versionKeyOf } from './principal-version.ts';

export interface KnownPrincipal {
  principal: Principal;
  version: string;
  ability: AppAbility;
  /** The user, or the owner of the key; null for the platform itself. */
  user: { id: string; email: string; name: string; role: Role } | null;
}

/** Abilities are pure functions of what the version covers, so they are kept by version: at most this many. */
const MAX_CACHED = 1_000;

/** Who a principal is at this moment. Its version is read every time; the rest only when the version is new. */
@Injectable()
export class Principals {
  private readonly cache = new Map<string, KnownPrincipal>();

  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly agents: AgentDirectory) {}

  /** null: disabled, revoked, expired or gone. */
  async load(principal: Principal): Promise<KnownPrincipal | null> {
    if (principal.kind === 'system') return this.loadSystem(principal);
    const versions = await currentVersions(this.pool, [principal]);
    const version = versions.get(versionKeyOf(principal));
    return version === undefined ? null : this.loadAt(principal, version);
  }

  /** For callers that just read the version with the credential. */
  async loadAt(principal: Exclude<Principal, { kind: 'system' }>, version: string): Promise<KnownPrincipal | null> {
    const key = `${versionKeyOf(principal)}:${version}:${principal.kind === 'apiKey' ? (principal.endUser ?? '') : ''}`;
    const cached = this.cache.get(key);
    if (cached) return this.keep(key, cached);
    const rights = await readRights(this.pool, principal);
    if (!rights) return null;
    return this.keep(key, { principal, version, user: rights.user, ability: abilityFor({ ...rights.facts, classChains: this.agents.classChains() }) });
  }

  private async loadSystem(principal: Extract<Principal, { kind: 'system' }>): Promise<KnownPrincipal> {
    const facts = await readSystemRights(this.pool, principal);
    return { principal, version: 'system', user: null, ability: abilityFor({ ...facts, classChains: this.agents.classChains() }) };
  }

  /** Moves it to the young end; the oldest goes when there are too many. */
  private keep(key: string, known: KnownPrincipal): KnownPrincipal {
    this.cache.delete(key);
    this.cache.set(key, known);
    if (this.cache.size > MAX_CACHED) this.cache.delete(this.cache.keys().next().value ?? key);
    return known;
  }
}
