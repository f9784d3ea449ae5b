import { type DynamicModule, Global, Module } from '@nestjs/common';

import type { Config } from './config/config.ts';
import { CONFIG, DATABASE_URL, OVERRIDES } from './tokens.ts';
import type { Overrides } from './overrides.ts';
import { createLogger, LOGGER } from './telemetry/logger.ts';

/** What createApp was given, for everybody to inject. */
@Global()
@Module({})
export class CoreModule {
  static for(config: Config, overrides: Overrides): DynamicModule {
    if (config.database.kind !== 'external') throw new Error('createApp takes the URL of a running database; start the embedded one first.');
    return {
      module: CoreModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: OVERRIDES, useValue: overrides },
        { provide: DATABASE_URL, useValue: config.database.url },
        { provide: LOGGER, useValue: overrides.logger ?? createLogger(config.logLevel) },
      ],
      exports: [CONFIG, OVERRIDES, DATABASE_URL, LOGGER],
    };
  }
}
