import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Contestant } from '../contestants/contestant.ts';
import { callChat, type ChatTiming } from '../load/chat-call.ts';
import { cpuMs, tickMs, treeCpuMs } from '../load/cpu.ts';
import { assertWhole, textScenario } from '../load/scenario.ts';
import { percentile } from '../load/statistics.ts';
import { maxLatenessMs, type Measure, type Reading } from './measure.ts';
import { assertStored, type Answered } from './stored-replies.ts';

const streams = 20;
/** With fewer ticks a reading is too coarse to be kept. */
const minTicks = 100;
const maxRounds = 12;

interface Stream { words: number; gapMs: number }

/** µs of the server's CPU per word, `streams` answers side by side; repeated until enough CPU was used to read it. */
async function cpuPerToken(contestant: Contestant, { words, gapMs }: Stream): Promise<Reading> {
  const scenario = textScenario({ words, ttftMs: 20, gapMs });
  const answers: Answered[] = [];
  const delays: number[] = [];
  const play = async (): Promise<void> => {
    const calls = await Promise.all(Array.from({ length: streams }, () => contestant.chat({ scenario })));
    for (const answered of await Promise.all(calls.map(async (call) => ({ call, answer: await callChat(call) })))) {
      assertWhole(answered.answer.text, words);
      answers.push(answered);
      if (gapMs > 0) delays.push(...delaysOf(answered.answer, gapMs));
    }
  };
  await play();
  delays.length = 0;
  const lag = monitorEventLoopDelay({ resolution: 2 });
  lag.enable();
  const used = await cpuOf(contestant, play);
  lag.disable();
  await assertStored(answers, words);
  const tokens = used.rounds * streams * words;
  const latenessMs = lag.percentile(99) / 1e6 - 2; // the histogram counts the interval itself
  return {
    value: (used.serverMs * 1_000) / tokens,
    details: { databasePerToken: (used.databaseMs * 1_000) / tokens, delayP95: percentile(delays, 95), cpuMs: used.serverMs, rounds: used.rounds, generatorLatenessP99: latenessMs },
    ...flawOf({ ticks: used.serverMs / tickMs, latenessMs: gapMs > 0 ? latenessMs : 0 }),
  };
}

async function cpuOf({ pid, databasePid }: Contestant, play: () => Promise<void>): Promise<{ serverMs: number; databaseMs: number; rounds: number }> {
  const before = { server: cpuMs(pid), database: databasePid === undefined ? 0 : treeCpuMs(databasePid) };
  let rounds = 0;
  do {
    await play();
    rounds++;
  } while (cpuMs(pid) - before.server < minTicks * tickMs && rounds < maxRounds);
  return { serverMs: cpuMs(pid) - before.server, databaseMs: databasePid === undefined ? 0 : treeCpuMs(databasePid) - before.database, rounds };
}

/** How much later than its pace each word came, counted from the first. */
const delaysOf = ({ arrivals }: ChatTiming, gapMs: number): number[] => arrivals.map((at, index) => at - arrivals[0]! - index * gapMs);

function flawOf({ ticks, latenessMs }: { ticks: number; latenessMs: number }): { flaw?: string } {
  if (ticks < minTicks) return { flaw: `only ${ticks} CPU ticks` };
  return latenessMs > maxLatenessMs ? { flaw: `the generator was ${latenessMs.toFixed(1)} ms late (p99)` } : {};
}

const contestants = ['relay', 'bare SDK', 'roster'] as const;

export const pacedCpu: Measure = {
  id: 'P2', title: `server CPU per token, ${streams} paced streams`, unit: 'µs', better: 'lower', isTimed: true, contestants,
  run: (contestant) => cpuPerToken(contestant, { words: 200, gapMs: 20 }),
};
export const denseCpu: Measure = {
  id: 'P2b', title: `server CPU per token, ${streams} dense streams`, unit: 'µs', better: 'lower', isTimed: false, contestants,
  run: (contestant) => cpuPerToken(contestant, { words: 1_000, gapMs: 0 }),
};
