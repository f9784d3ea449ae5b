import { callChat } from '../load/chat-call.ts';
import { runClosed } from '../load/run-at-rate.ts';
import { assertWhole, textScenario } from '../load/scenario.ts';
import type { Measure } from './measure.ts';

const words = 20;
const scenario = textScenario({ words, ttftMs: 0, gapMs: 0 });
const concurrency = 16;

/** Whole chats per second, callers without a pause, a model that answers at once. */
export const chatsPerSecond: Measure = {
  id: 'chats', title: `chats per second, ${concurrency} callers`, unit: '/s', better: 'higher', isTimed: false, contestants: ['relay', 'bare SDK', 'roster'],
  async run(contestant) {
    const call = async (): Promise<void> => assertWhole((await callChat(await contestant.chat({ scenario }))).text, words);
    await runClosed({ concurrency, durationMs: 1_000 }, call);
    const { done, elapsedMs } = await runClosed({ concurrency, durationMs: 4_000 }, call);
    return { value: (done * 1_000) / elapsedMs, details: { done } };
  },
};
