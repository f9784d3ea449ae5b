import type { ChatCall } from '../contestants/contestant.ts';
import type { ChatTiming } from '../load/chat-call.ts';
import { runEach } from '../load/run-at-rate.ts';
import { assertWhole } from '../load/scenario.ts';

export interface Answered { call: ChatCall; answer: Pick<ChatTiming, 'replyId'> }

/** Reads every stored reply back and compares it, word by word, with what the mock said. Contestants that store nothing have nothing to show. */
export async function assertStored(answers: readonly Answered[], words: number): Promise<void> {
  await runEach(answers.length, 4, async (index) => {
    const { call, answer } = answers[index]!;
    const text = await call.readBack?.(answer.replyId);
    if (text !== undefined) assertWhole(text, words);
  });
}
