import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { runChaos } from '../support/crash/chaos.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

/** Set by `npm run test:chaos`. */
const { ROSTER_CHAOS_SEED, ROSTER_CHAOS_KILLS, ROSTER_CHAOS_RUNS } = process.env;
const kills = Number(ROSTER_CHAOS_KILLS ?? 8);
const options = { seed: Number(ROSTER_CHAOS_SEED ?? 20), kills, runs: Number(ROSTER_CHAOS_RUNS ?? 20), workers: 3, killWithinMs: ROSTER_CHAOS_KILLS ? Infinity : 25_000 };

let database: TestDatabase;
beforeAll(async () => { database = await openTestDatabase(); });
afterAll(() => database.drop());

it(`AC-E3 loses no effect, doubles none and strands no run under random SIGKILL and SIGSTOP (seed ${options.seed})`, async () => {
  const report = await runChaos(database, options);
  process.stdout.write(`chaos ${JSON.stringify(report)}\n`);
  expect(report).toMatchObject({ lostEffects: 0, doubledEffects: 0, strandedRuns: 0, broken: {} });
  expect(report.runs).toEqual({ completed: options.runs });
}, 120_000 + kills * 5_000);
