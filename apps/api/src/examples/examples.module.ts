import { Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';

import type { Config } from '../config/config.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';
import { CONFIG } from '../tokens.ts';
import { seedExamples } from './seed-examples.ts';

@Injectable()
class ExampleSeeder implements OnApplicationBootstrap {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, @Inject(CONFIG) private readonly config: Config, @Inject(LOGGER) private readonly logger: Logger) {}

  /** What is seeded refers to the built-in module; without it there is nothing to show. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.seedExamples || !this.config.agents.modules.includes('examples')) return;
    if (await seedExamples(this.pool)) this.logger.info({ event: 'examples_seeded' });
  }
}

@Module({ providers: [ExampleSeeder] })
export class ExamplesModule {}
