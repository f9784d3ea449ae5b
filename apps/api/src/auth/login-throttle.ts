import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import pg from 'pg';

import { sql } from '../database/sql.ts';
import { RateLimitedError } from '../http/errors/rate-limited-error.ts';
import { hashOfSecret } from './secrets.ts';

/** Attempts without delay; each one more doubles it, from 1 s to 15 min. */
const FREE_ATTEMPTS = 5;
const MAX_DELAY_SECONDS = 900;

export interface Attempt { email: string; address: string; /** Hash of its cookie, when this browser signed in to this account before. */ knownBrowser: Buffer | null }

/**
 * Slows guessing down, never locks for good. An attempt is counted in the database before the password is looked at, so any number of parallel tries in any number of
 * processes count one by one. A browser that signed in before has a counter of its own: whoever guesses from elsewhere does not keep the owner out.
 */
@Injectable()
export class LoginThrottle {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {}

  /** Errors: RateLimitedError. */
  async begin(attempt: Attempt): Promise<void> {
    for (const key of keysOf(attempt)) {
      const counted = await this.pool.query(sql`
        INSERT INTO login_attempts AS attempts (key, failures, blocked_until) VALUES (${key}, 1, now())
        ON CONFLICT (key) DO UPDATE SET
          failures = CASE WHEN attempts.updated_at < now() - interval '1 hour' THEN 1 ELSE attempts.failures + 1 END,
          blocked_until = CASE
            WHEN attempts.updated_at < now() - interval '1 hour' OR attempts.failures + 1 < ${FREE_ATTEMPTS}::integer THEN now()
            ELSE now() + make_interval(secs => least(${MAX_DELAY_SECONDS}::integer, 2 ^ least(attempts.failures + 1 - ${FREE_ATTEMPTS}::integer, 10))) END,
          updated_at = now()
        WHERE attempts.blocked_until <= now()
        RETURNING key`);
      if (counted.rowCount === 0) throw new RateLimitedError(await this.secondsUntilFree(key));
    }
  }

  /** The password was wrong: its delay runs from now, not from before the slow hash. */
  async fail(attempt: Attempt): Promise<void> {
    await this.pool.query(sql`UPDATE login_attempts SET blocked_until = now() + (blocked_until - updated_at), updated_at = now() WHERE key = ANY(${keysOf(attempt)}) AND blocked_until > updated_at`);
  }

  /** The password was right: the account starts anew, the network gets only its own attempt back. What nobody tried for a day goes, so that guessed names do not pile up. */
  async succeed(attempt: Attempt): Promise<void> {
    const [network, ...own] = attempt.knownBrowser ? [null, ...keysOf(attempt)] : keysOf(attempt);
    await this.pool.query(sql`DELETE FROM login_attempts WHERE key = ANY(${own}) OR updated_at < now() - interval '1 day'`);
    if (network) await this.pool.query(sql`UPDATE login_attempts SET failures = greatest(failures - 1, 0), blocked_until = now() WHERE key = ${network}`);
  }

  private async secondsUntilFree(key: string): Promise<number> {
    const { rows } = await this.pool.query<{ seconds: number }>(sql`SELECT ceil(extract(epoch FROM blocked_until - now()))::integer AS seconds FROM login_attempts WHERE key = ${key}`);
    return Math.max(1, rows[0]?.seconds ?? 1);
  }
}

/** The network first: when it is blocked, the account is not counted. */
function keysOf({ email, address, knownBrowser }: Attempt): string[] {
  if (knownBrowser) return [`browser:${knownBrowser.toString('hex')}`];
  return [`network:${networkOf(address)}`, `account:${hashOfSecret(email.toLowerCase()).toString('hex')}`];
}

/** One IPv4 address, or the /64 that one subscriber has of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address); // unwraps IPv4 in IPv6
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64`;
}
