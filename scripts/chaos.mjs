// `npm run test:chaos -- --seed 7 --kills 60 --runs 100`: kills worker processes at random and counts lost and doubled effects, stranded runs and recovery times. The same seed kills in the same order.
import { parseArgs } from 'node:util';

import { installIfStale } from './support/install.mjs';
import { jest } from './support/jest.mjs';
import { requireNodeVersion } from './support/node-version.mjs';

requireNodeVersion();
const { values } = parseArgs({ options: { seed: { type: 'string' }, kills: { type: 'string' }, runs: { type: 'string' } } });
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} must be a whole number.`);
}
await installIfStale();
const kills = values.kills ?? '60';
process.env.ROSTER_CHAOS_SEED = values.seed ?? String(Math.floor(Math.random() * 1e9));
process.env.ROSTER_CHAOS_KILLS = kills;
process.env.ROSTER_CHAOS_RUNS = values.runs ?? String(Math.max(30, Number(kills)));
process.exitCode = await jest(['--selectProjects', 'e2e', '--testPathPatterns', 'test/faults/chaos']);
