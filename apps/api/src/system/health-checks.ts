import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

/** `broken`: the process is of no use until it heals. `degraded`: it works, slower or with less. */
export type Severity = 'broken' | 'degraded';
export interface HealthProblem { name: string; severity: Severity; message: string }

/** A feature's own look at itself: null, or what is wrong in words an operator understands. */
export type HealthCheck = () => Promise<string | null>;

/** A load balancer does not wait long. */
const ANSWER_WITHIN_MS = 2_000;
const NO_ANSWER = 'does not answer';

/** What must hold for this process to be of use. Features register theirs when their module starts. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, { check: HealthCheck; severity: Severity }>();

  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {
    this.register('database', async () => {
      await this.pool.query('SELECT 1');
      return null;
    });
  }

  register(name: string, check: HealthCheck, severity: Severity = 'broken'): void {
    this.checks.set(name, { check, severity });
  }

  async problems(): Promise<HealthProblem[]> {
    const results = await Promise.all([...this.checks].map(async ([name, { check, severity }]) => ({ name, severity, message: await answerInTime(check) })));
    return results.flatMap(({ message, ...problem }) => (message === null ? [] : [{ ...problem, message }]));
  }
}

async function answerInTime(check: HealthCheck): Promise<string | null> {
  const answered = new AbortController();
  const answer = check().catch(() => NO_ANSWER).finally(() => answered.abort());
  return Promise.race([answer, delay(ANSWER_WITHIN_MS, NO_ANSWER, { signal: answered.signal }).catch(() => answer)]);
}
