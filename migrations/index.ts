import type { MigrationInterface } from 'typeorm';

import { CreateEngineTables1780000001000 } from './1780000001000-create-engine-tables.ts';
import { CreateWaitTables1780000001010 } from './1780000001010-create-wait-tables.ts';
import { CreateJournalFunctions1780000001020 } from './1780000001020-create-journal-functions.ts';
import { CreateRunFunctions1780000001030 } from './1780000001030-create-run-functions.ts';
import { CreateWaitFunctions1780000001040 } from './1780000001040-create-wait-functions.ts';
import { CreateEndFunctions1780000001050 } from './1780000001050-create-end-functions.ts';
import { CreateSweepFunctions1780000001060 } from './1780000001060-create-sweep-functions.ts';
import { CreateIdentity1780000002000 } from './1780000002000-create-identity.ts';
import { CreateAuditEvents1780000002100 } from './1780000002100-create-audit-events.ts';
import { CreateIdempotencyKeys1780000002200 } from './1780000002200-create-idempotency-keys.ts';
import { CreateAgentSettings1780000003000 } from './1780000003000-create-agent-settings.ts';
import { CreateThreads1780000003100 } from './1780000003100-create-threads.ts';
import { CreateMemories1780000003200 } from './1780000003200-create-memories.ts';
import { CreateExampleShop1780000003300 } from './1780000003300-create-example-shop.ts';
import { CreateSchedules1780000004000 } from './1780000004000-create-schedules.ts';

/** Every migration, oldest first. Append only: a released one is never edited. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  CreateEngineTables1780000001000,
  CreateWaitTables1780000001010,
  CreateJournalFunctions1780000001020,
  CreateRunFunctions1780000001030,
  CreateWaitFunctions1780000001040,
  CreateEndFunctions1780000001050,
  CreateSweepFunctions1780000001060,
  CreateIdentity1780000002000,
  CreateAuditEvents1780000002100,
  CreateIdempotencyKeys1780000002200,
  CreateAgentSettings1780000003000,
  CreateThreads1780000003100,
  CreateMemories1780000003200,
  CreateExampleShop1780000003300,
  CreateSchedules1780000004000,
];
