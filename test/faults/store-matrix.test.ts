import { setTimeout as delay } from 'node:timers/promises';
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
const TRIES = 3;
/** The last commands are seen from outside before the process dies of them. */
const DEATH_AFTER_END_MS = 2_000;

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

/** Drives the scenario and counts the passes of every command. */
async function countPasses(queue: string): Promise<Map<string, number>> {
  const passes = new Map<string, number>();
  const count = (command: string, phase: string) => void passes.set(`${command}.${phase}`, (passes.get(`${command}.${phase}`) ?? 0) + 1);
  const engine = new TestEngine({ pool: database.pool(), queues: [queue], agents: scenarioAgents({ ledger, queue, failpoint: count }), failpoint: count }).start();
  const run = await engine.finish(`scenario-${queue}`, { queue, interactive: true });
  await engine.stop();
  expect(run.output).toEqual(SCENARIO_OUTPUT);
  return passes;
}

/** Every pass of every command, as `finish.after:3`, that several runs have in common: intents of one moment may share a commit. */
async function enumerate(): Promise<string[]> {
  const operator = new Operator(database.pool(), observer().store);
  const counts = [await countPasses('clean-1'), await countPasses('clean-2'), await countPasses('clean-3')];
  await operator.stop();
  const points = [...counts[0]!.keys()].filter((point) => !timed.some((command) => point.startsWith(`${command}.`)));
  return points.flatMap((point) => {
    const isRepeating = repeating.some((command) => point.startsWith(`${command}.`));
    const times = isRepeating ? 1 : Math.min(...counts.map((passes) => passes.get(point) ?? 0));
    return Array.from({ length: times }, (_, index) => `${point}:${index + 1}`);
  });
}

const observer = () => new TestEngine({ pool: database.pool(), agents: [] });

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
    const operator = new Operator(database.pool(), observer().store);
    const problems: string[] = [];
    await inTurns(points.filter((point) => !point.startsWith('effect')), async (point) => {
      const problem = await firstThatFired(TRIES, (attempt) => blip(point, queueOf('blip', point, attempt)));
      if (problem) problems.push(`${point}: ${problem}`);
    });
    await operator.stop();
    expect(problems).toEqual([]);
    expect(await brokenInvariants(database.pool())).toEqual({});
  }, 240_000);

  it('death: the process is killed before and after each command', async () => {
    const operator = new Operator(database.pool(), observer().store);
    const problems: string[] = [];
    await inTurns(points, async (point) => {
      const problem = await firstThatFired(TRIES, (attempt) => death(point, queueOf('death', point, attempt)));
      if (problem) problems.push(`${point}: ${problem}`);
    });
    await operator.stop();
    expect(problems).toEqual([]);
    expect(await brokenInvariants(database.pool())).toEqual({});
  }, 600_000);
});

type Outcome = { fired: false } | { fired: true; output: unknown };

/** Two intents may share a commit this time and not the next: a point that was not reached gets another run. */
async function firstThatFired(tries: number, attempt: (number: number) => Promise<Outcome>): Promise<string | null> {
  for (let number = 1; number <= tries; number++) {
    const outcome = await attempt(number);
    if (outcome.fired) return isDeepStrictEqual(outcome.output, SCENARIO_OUTPUT) ? null : JSON.stringify(outcome.output);
  }
  return `did not fire in ${tries} runs`;
}

async function blip(point: string, queue: string): Promise<Outcome> {
  const [name, nth] = point.split(':') as [string, string];
  let passes = 0;
  const engine = new TestEngine({
    pool: database.pool(), queues: [queue], agents: scenarioAgents({ ledger, queue }),
    failpoint: (command, phase) => { if (`${command}.${phase}` === name && ++passes === Number(nth)) throw Object.assign(new Error('broken'), { code: '08006' }); },
  });
  const runId = await engine.create(`scenario-${queue}`, { queue, interactive: true, deadlineMs: 300_000 });
  engine.start();
  const output = await outputOf(engine, runId);
  await engine.stop();
  return passes >= Number(nth) ? { fired: true, output } : { fired: false };
}

async function death(point: string, queue: string): Promise<Outcome> {
  const { runId } = await observer().store.create(newRun(`scenario-${queue}`, { queue, interactive: true, deadlineMs: 300_000 }));
  const worker = await startWorkerProcess({ url: database.url, queues: [queue], failpoint: `${point}:death` });
  const over = outputOf(observer(), runId).then(() => delay(DEATH_AFTER_END_MS, null, { ref: false }));
  const ended = await Promise.race([worker.exited, over]);
  worker.kill('SIGKILL');
  await worker.exited;
  if (ended?.signal !== 'SIGKILL') return { fired: false };
  const recovery = new TestEngine({ pool: database.pool(), queues: [queue], agents: scenarioAgents({ ledger, queue }) }).start();
  const output = await outputOf(recovery, runId);
  await recovery.stop();
  return { fired: true, output };
}

/** The output, or what the run is stuck at. */
async function outputOf(engine: TestEngine, runId: string): Promise<unknown> {
  const run = await engine.ended(runId, 60_000).catch((error: Error) => ({ output: error.message, error: null }));
  return run.output ?? run.error;
}

const queueOf = (kind: string, point: string, attempt: number): string => `${kind}-${point.replaceAll(/[.:]/g, '-')}-${attempt}`;
