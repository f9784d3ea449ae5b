import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';

export interface HealthProblem { name: string; message: string }

/** A feature's own look at itself: null, or what is wrong in words an operator understands. */
export type HealthCheck = () => Promise<string | null>;

/** What must hold for this process to be of use. Features register theirs when their module starts. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, HealthCheck>();

  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool) {
    this.register('database', async () => {
      await this.pool.query('SELECT 1');
      return null;
    });
  }

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  async problems(): Promise<HealthProblem[]> {
    const results = await Promise.all([...this.checks].map(async ([name, check]) => ({ name, message: await check().catch(() => 'does not answer') })));
    return results.flatMap(({ name, message }) => (message === null ? [] : [{ name, message }]));
  }
}
