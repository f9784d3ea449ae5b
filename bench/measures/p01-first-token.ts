import { assertWhole, callChat } from '../load/chat-call.ts';
import { percentile } from '../load/statistics.ts';
import { runAtRate } from '../load/run-at-rate.ts';
import type { Measure } from './measure.ts';

const words = 20;
const scenario = `mock/text?n=${words}&ttft=20&gap=0`;

/** Time to the first word at a low fixed rate; what a contestant adds is its figure minus the raw mock's. */
export const firstToken: Measure = {
  id: 'P1', title: 'time to first token, p50', unit: 'ms', better: 'lower', contestants: ['raw mock', 'relay', 'bare SDK', 'roster'],
  async run(contestant) {
    await runAtRate({ perSecond: 20, count: 20 }, async (at) => void (await callChat(await contestant.chat(scenario), at)));
    const times: number[] = [];
    await runAtRate({ perSecond: 20, count: 150 }, async (at) => {
      const { firstTokenMs, text } = await callChat(await contestant.chat(scenario), at);
      assertWhole(text, words);
      times.push(firstTokenMs);
    });
    return { value: percentile(times, 50), details: { p95: percentile(times, 95), n: times.length } };
  },
};
