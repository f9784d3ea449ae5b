import type { ModelClient } from '@roster/agents/kernel';
import type { Logger } from './telemetry/logger.ts';

/** What tests and embedders put in the place of the real part. Inject `@Inject(OVERRIDES) overrides: Overrides`; absent means the real one. */
export interface Overrides {
  logger?: Logger;
  /** Answers every model call instead of the configured providers. */
  modelClient?: ModelClient;
}
