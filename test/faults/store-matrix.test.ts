import { isDeepStrictEqual } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { EffectLedger, LEDGER_TABLE } from '../support/crash/effect-ledger.ts';
import { newRun, TestEngine } from '../support/crash/engine.ts';
import { Operator } from '../support/crash/operator.ts';
import { SCENARIO_OUTPUT, scenarioAgents } from '../support/crash/scenario.ts';
import { startWorkerProcess } from '../support/crash/worker-process.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { brokenInvariants } from '../support/invariants.ts';

/** Commands that a worker repeats for reasons of time: only their first pass is a place of its own. */
const repeating = ['claim', 'sweep'];
/** Fall due by time alone; they have tests of their own. */
const timed = ['heartbeat', 'repair', 'create'];
const PARALLEL_PROCESSES = 3;

let database: TestDatabase;
let ledger: EffectLedger;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool().query(LEDGER_TABLE);
  ledger = new EffectLedger(database.url);
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

/** Drives the scenario once and names every pass of every command: `finish.after:3`. */
async function enumerate(): Promise<string[]> {
  const passes = new Map<string, number>();
  const count = (command: string, phase: string) => void passes.set(`${command}.${phase}`, (passes.get(`${command}.${phase}`) ?? 0) + 1);
  const engine = new TestEngine({ pool: database.pool(), queues: ['clean'], agents: scenarioAgents({ ledger, queue: 'clean', failpoint: count }), failpoint: count }).start();
  const operator = new Operator(database.pool(), new TestEngine({ pool: database.pool(), agents: [] }).store);
  const run = await engine.finish('scenario-clean', { queue: 'clean', interactive: true });
  await operator.stop();
  await engine.stop();
  expect(run.output).toEqual(SCENARIO_OUTPUT);
  return [...passes].filter(([point]) => !timed.some((command) => point.startsWith(`${command}.`))).flatMap(([point, times]) => {
    const isRepeating = repeating.some((command) => point.startsWith(`${command}.`));
    return Array.from({ length: isRepeating ? 1 : times }, (_, index) => `${point}:${index + 1}`);
  });
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(Array.from({ length: PARALLEL_PROCESSES }, async () => { for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item); }));
}

describe('AC-E2 the store matrix: the scenario ends the same, whichever command breaks', () => {
  let points: string[] = [];
  const commandsOf = () => [...new Set(points.map((point) => point.split('.')[0]))].sort();

  beforeAll(async () => { points = await enumerate(); });

  it('passes every command that the foundation has', () => {
    expect(commandsOf()).toEqual(expect.arrayContaining(['begin', 'claim', 'consume', 'effect', 'end', 'finish', 'openRequest', 'spawn', 'suspend', 'sweep']));
  });

  it('blip: each command fails once as if the connection broke', async () => {
    const operator = new Operator(database.pool(), new TestEngine({ pool: database.pool(), agents: [] }).store);
    const problems: string[] = [];
    await inTurns(points.filter((point) => !point.startsWith('effect')), async (point) => {
      const queue = `blip-${point.replaceAll(/[.:]/g, '-')}`;
      const [name, nth] = point.split(':') as [string, string];
      let passes = 0;
      const engine: TestEngine = new TestEngine({
        pool: database.pool(), queues: [queue], agents: scenarioAgents({ ledger, queue }),
        failpoint: (command, phase) => { if (`${command}.${phase}` === name && ++passes === Number(nth)) throw Object.assign(new Error('broken'), { code: '08006' }); },
      });
      const runId = await engine.create(`scenario-${queue}`, { queue, interactive: true });
      engine.start();
      const run = await engine.ended(runId, 60_000).catch((error: Error) => ({ output: error.message }));
      await engine.stop();
      if (passes < Number(nth)) problems.push(`${point} did not fire`);
      if (!isDeepStrictEqual(run.output, SCENARIO_OUTPUT)) problems.push(`${point}: ${JSON.stringify(run)}`);
    });
    await operator.stop();
    expect(problems).toEqual([]);
    expect(await brokenInvariants(database.pool())).toEqual({});
  }, 240_000);

  it('death: the process is killed before and after each command', async () => {
    const recovery = new TestEngine({ pool: database.pool(), queues: points.map(queueOf), agents: points.flatMap((point) => scenarioAgents({ ledger, queue: queueOf(point) })), capacity: 50 });
    const operator = new Operator(database.pool(), recovery.store);
    const problems: string[] = [];
    const runs: { point: string; runId: string }[] = [];
    await inTurns(points, async (point) => {
      const queue = queueOf(point);
      const { runId } = await recovery.store.create(newRun(`scenario-${queue}`, { queue, interactive: true, deadlineMs: 120_000 }));
      runs.push({ point, runId });
      const worker = await startWorkerProcess({ url: database.url, queues: [queue], failpoint: `${point}:death` });
      const end = await Promise.race([worker.exited, new Promise<null>((resolve) => setTimeout(() => resolve(null), 60_000).unref())]);
      if (end?.signal !== 'SIGKILL') problems.push(`${point} did not fire (${JSON.stringify(end)})`);
      worker.kill('SIGKILL');
    });
    recovery.start();
    for (const { point, runId } of runs) {
      const run = await recovery.ended(runId, 60_000).catch((error: Error) => ({ output: error.message }));
      if (!isDeepStrictEqual(run.output, SCENARIO_OUTPUT)) problems.push(`${point}: ${JSON.stringify(run)}`);
    }
    await operator.stop();
    await recovery.stop();
    expect(problems).toEqual([]);
    expect(await brokenInvariants(database.pool())).toEqual({});
  }, 600_000);
});

const queueOf = (point: string): string => `death-${point.replaceAll(/[.:]/g, '-')}`;
