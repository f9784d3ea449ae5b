import type { Contestant } from '../contestants/contestant.ts';
import { assertWhole, callChat } from '../load/chat-call.ts';
import { cpuMs } from '../load/cpu.ts';
import { percentile } from '../load/statistics.ts';
import type { Figure, Measure } from './measure.ts';

const streams = 20;
/** Under 100 ticks of 10 ms a reading is too coarse to be kept. */
const minTicks = 100;

/** µs of the server's CPU per word, `streams` answers side by side; repeated until enough CPU was used to read it. */
async function cpuPerToken(contestant: Contestant, { words, gapMs }: { words: number; gapMs: number }): Promise<Figure> {
  const gaps: number[] = [];
  const play = async (): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: streams }, async () => callChat(await contestant.chat(`mock/text?n=${words}&ttft=20&gap=${gapMs}`))));
    for (const { text, arrivals } of answers) {
      assertWhole(text, words);
      for (let index = 1; index < arrivals.length; index++) gaps.push(arrivals[index]! - arrivals[index - 1]!);
    }
  };
  await play();
  gaps.length = 0;
  const before = cpuMs(contestant.pid);
  let rounds = 0;
  while (rounds === 0 || (cpuMs(contestant.pid) - before < minTicks * 10 && rounds < 6)) {
    await play();
    rounds++;
  }
  const used = cpuMs(contestant.pid) - before;
  return { value: (used * 1_000) / (rounds * streams * words), details: { gapP95: percentile(gaps, 95), cpuMs: used, rounds } };
}

const contestants = ['relay', 'bare SDK', 'roster'] as const;

export const pacedCpu: Measure = {
  id: 'P2', title: `server CPU per token, ${streams} paced streams`, unit: 'µs', better: 'lower', contestants,
  run: (contestant) => cpuPerToken(contestant, { words: 200, gapMs: 20 }),
};
export const denseCpu: Measure = {
  id: 'P2b', title: `server CPU per token, ${streams} dense streams`, unit: 'µs', better: 'lower', contestants,
  run: (contestant) => cpuPerToken(contestant, { words: 1_000, gapMs: 0 }),
};
