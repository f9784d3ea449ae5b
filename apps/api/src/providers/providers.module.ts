import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { mergingFetch, ModelRouter } from '@roster/agents/capabilities/models';
import type { ModelClient } from '@roster/agents/kernel';

import type { Config } from '../config/config.ts';
import { EgressGuard } from '../egress/egress-guard.ts';
import type { Overrides } from '../overrides.ts';
import { CONFIG, OVERRIDES } from '../tokens.ts';
import { MODEL_CLIENT } from './model-client.ts';

/** The one model client of the process, behind the one way out. */
@Global()
@Module({
  providers: [
    { provide: EgressGuard, inject: [CONFIG], useFactory: (config: Config) => new EgressGuard({ allow: config.egressAllow }) },
    { provide: MODEL_CLIENT, inject: [CONFIG, OVERRIDES, EgressGuard], useFactory: modelClient },
  ],
  exports: [EgressGuard, MODEL_CLIENT],
})
export class ProvidersModule implements OnApplicationShutdown {
  constructor(@Inject(EgressGuard) private readonly egress: EgressGuard) {}

  async onApplicationShutdown(): Promise<void> {
    await this.egress.close();
  }
}

function modelClient({ models }: Config, overrides: Overrides, egress: EgressGuard): ModelClient {
  const { providers, firstTokenTimeoutMs, idleTimeoutMs } = models;
  return overrides.modelClient ?? ModelRouter.create({ providers, firstTokenTimeoutMs, idleTimeoutMs, fetch: mergingFetch(egress.fetch) });
}
