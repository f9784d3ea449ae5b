import { assertWhole, callChat } from '../load/chat-call.ts';
import { runClosed } from '../load/run-at-rate.ts';
import type { Measure } from './measure.ts';

const words = 20;

/** Whole chats per second, 16 callers without a pause, a model that answers at once. */
export const chatsPerSecond: Measure = {
  id: 'P3', title: 'chats per second, 16 callers', unit: '/s', better: 'higher', contestants: ['relay', 'bare SDK', 'roster'],
  async run(contestant) {
    const call = async (): Promise<void> => assertWhole((await callChat(await contestant.chat(`mock/text?n=${words}&ttft=0&gap=0`))).text, words);
    await runClosed({ concurrency: 16, durationMs: 1_000 }, call);
    const { done, elapsedMs } = await runClosed({ concurrency: 16, durationMs: 4_000 }, call);
    return { value: (done * 1_000) / elapsedMs, details: { done } };
  },
};
