import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AppAbility } from '@roster/permissions/ability';
import pg from 'pg';

import { LOGGER, type Logger } from '../telemetry/logger.ts';
import type { Caller } from './caller.ts';
import { currentVersions, versionKeyOf } from './principal-version.ts';
import { Principals } from './principals.ts';

const INTERVAL_MS = 1_000;

interface Watched {
  caller: Pick<Caller, 'principal' | 'loginId'>;
  /** null: not looked at yet. */
  version: string | null;
  stillAllowed: (ability: AppAbility) => boolean | Promise<boolean>;
  onRevoked: () => void;
}

/** Closes what stays open after its right is gone: one batched look a second per process covers every open stream. */
@Injectable()
export class RevocationWatch implements OnApplicationShutdown {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly principals: Principals, @Inject(LOGGER) private readonly logger: Logger) {}

  /** `stillAllowed` is asked with the new ability whenever the principal's rights changed. Calls `onRevoked` once at most; returns the function that ends the watch. */
  watch(caller: Pick<Caller, 'principal' | 'loginId'> & { version: string | null }, { stillAllowed, onRevoked }: Pick<Watched, 'stillAllowed' | 'onRevoked'>): () => void {
    const entry: Watched = { caller, version: caller.version, stillAllowed, onRevoked };
    this.watched.add(entry);
    this.schedule();
    return () => this.watched.delete(entry);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.watched.clear();
  }

  private schedule(): void {
    if (this.timer !== undefined || this.watched.size === 0) return;
    this.timer = setTimeout(() => void this.look().finally(() => {
      this.timer = undefined;
      this.schedule();
    }), INTERVAL_MS);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const entries = [...this.watched];
    try {
      const versions = await currentVersions(this.pool, entries.map(({ caller }) => caller.principal));
      const logins = await this.openLogins(entries.flatMap(({ caller }) => caller.loginId ?? []));
      for (const entry of entries) await this.check(entry, versions, logins);
    } catch (error) {
      this.logger.warn({ event: 'revocation_look_failed', err: error }); // the database is away; the next second looks again
    }
  }

  private async check(entry: Watched, versions: ReadonlyMap<string, string>, logins: ReadonlySet<string>): Promise<void> {
    const { principal, loginId } = entry.caller;
    const version = versions.get(versionKeyOf(principal));
    const isGone = version === undefined || (loginId !== undefined && !logins.has(loginId));
    // The platform's own rights have no version.
    if (!isGone && version === entry.version && principal.kind !== 'system') return;
    const known = isGone ? null : await this.principals.load(principal);
    if (known && (await entry.stillAllowed(known.ability))) {
      entry.version = known.version;
      return;
    }
    if (this.watched.delete(entry)) entry.onRevoked();
  }

  private async openLogins(loginIds: readonly string[]): Promise<Set<string>> {
    if (loginIds.length === 0) return new Set();
    const { rows } = await this.pool.query<{ id: string }>('SELECT id FROM logins WHERE id = ANY($1::uuid[]) AND expires_at > now()', [loginIds]);
    return new Set(rows.map(({ id }) => id));
  }
}
