import type { Contestant } from '../contestants/contestant.ts';
import { longHistory } from '../contestants/sample-conversation.ts';
import { callChat } from '../load/chat-call.ts';
import { runAtRate } from '../load/run-at-rate.ts';
import { assertWhole, textScenario } from '../load/scenario.ts';
import { percentile } from '../load/statistics.ts';
import { assertStored, type Answered } from './stored-replies.ts';
import { maxLatenessMs, type Measure, type Reading } from './measure.ts';

const words = 20;
const scenario = textScenario({ words, ttftMs: 20, gapMs: 0 });
const perSecond = 10;

interface Calls { contestant: Contestant; count: number; onAnswer(firstTokenMs: number): void }

/** Calls at a low fixed rate, each in a conversation of 20 messages with three tools. Returns the generator's own lateness. */
async function play({ contestant, count, onAnswer }: Calls): Promise<number[]> {
  const calls = await Promise.all(Array.from({ length: count }, () => contestant.chat({ scenario, isLong: true })));
  const answers: Answered[] = [];
  const lateness = await runAtRate({ perSecond, count }, async (dueAt, index) => {
    const answer = await callChat(calls[index]!, dueAt);
    assertWhole(answer.text, words);
    answers.push({ call: calls[index]!, answer });
    onAnswer(answer.firstTokenMs);
  });
  await assertStored(answers, words);
  return lateness;
}

export interface FirstTokenLoad { warmUp: number; count: number }

/** One repetition: so many calls for the figure after those that only warm the server up. */
export async function measureFirstToken(contestant: Contestant, { warmUp, count }: FirstTokenLoad): Promise<Reading> {
  await contestant.prepare?.({ scenario, count: warmUp + count, messages: longHistory });
  await play({ contestant, count: warmUp, onAnswer: () => undefined });
  const times: number[] = [];
  const lateness = percentile(await play({ contestant, count, onAnswer: (firstTokenMs) => times.push(firstTokenMs) }), 99);
  return {
    value: percentile(times, 50), details: { p95: percentile(times, 95), max: Math.max(...times), n: times.length, generatorLatenessP99: lateness },
    ...(lateness > maxLatenessMs && { flaw: `the generator was ${lateness.toFixed(1)} ms late (p99)` }),
  };
}

/** Time to the first word; what a contestant adds is its figure minus the raw mock's. */
export const firstToken: Measure = {
  id: 'P1', title: `time to first token, p50, conversation of ${longHistory} messages, 3 tools`, unit: 'ms', better: 'lower', isTimed: true,
  contestants: ['raw mock', 'relay', 'bare SDK', 'roster'],
  run: (contestant) => measureFirstToken(contestant, { warmUp: 10, count: 100 }),
};
