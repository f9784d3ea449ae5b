import type { MigrationInterface } from 'typeorm';

import { CreateAgentSettings1780000003000 } from './1780000003000-create-agent-settings.ts';
import { CreateMemories1780000003200 } from './1780000003200-create-memories.ts';
import { CreateExampleShop1780000003300 } from './1780000003300-create-example-shop.ts';
import { CreateSchedules1780000004000 } from './1780000004000-create-schedules.ts';

/** Every migration, oldest first. Append only: a released one is never edited. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  CreateAgentSettings1780000003000,
  CreateMemories1780000003200,
  CreateExampleShop1780000003300,
  CreateSchedules1780000004000,
];
