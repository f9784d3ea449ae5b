// A worker process that a test kills: everything comes from the environment, as in the product.
import pg from 'pg';

import { failpointOf } from '../../../apps/api/src/runs/engine/failpoint.ts';
import { EffectLedger } from './effect-ledger.ts';
import { TestEngine } from './engine.ts';
import { scenarioAgents } from './scenario.ts';

const { DATABASE_URL, FAILPOINT, REPLAY_EACH_STEP, QUEUES, OWNER, LEASE_MS } = process.env;
const queues = QUEUES!.split(',');
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 6 });
pool.on('error', () => undefined);
const ledger = new EffectLedger(DATABASE_URL!);
const failpoint = failpointOf({ kind: 'on', failpoint: FAILPOINT ?? null, replayEachStep: false });
const agents = queues.flatMap((queue) => scenarioAgents({ ledger, queue, ...(failpoint && { failpoint }) }));
const engine = new TestEngine({ pool, agents, queues, replayEachStep: REPLAY_EACH_STEP === '1', ...(OWNER && { owner: OWNER }), ...(LEASE_MS && { timings: { leaseMs: Number(LEASE_MS) } }), ...(failpoint && { failpoint }) }).start();

process.on('SIGTERM', () => void engine.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0)); // the test is gone
process.send?.('ready');
