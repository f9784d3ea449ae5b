import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { type Contestant } from '../../bench/contestants/contestant.ts';
import { type Mock, startMock } from '../../bench/contestants/mock.ts';
import { rawMock, startRelay } from '../../bench/contestants/relay.ts';
import { judge } from '../../bench/goals.ts';
import { interleave } from '../../bench/interleave.ts';
import { callChat } from '../../bench/load/chat-call.ts';
import { runAtRate } from '../../bench/load/run-at-rate.ts';
import { assertWhole, textScenario } from '../../bench/load/scenario.ts';
import { median, percentile, spread } from '../../bench/load/statistics.ts';
import { type Measure, type Reading } from '../../bench/measures/measure.ts';
import { measureFirstToken } from '../../bench/measures/p01-first-token.ts';
import { assertStored } from '../../bench/measures/stored-replies.ts';
import { readOptions } from '../../bench/options.ts';
import { report } from '../../bench/report.ts';
import { type Row } from '../../bench/results.ts';
import { wordsOf } from '../support/mock-provider/words.ts';

const call = { url: '', headers: {}, body: '' };
const contestant = (name: string): Contestant => ({ name, note: `the ${name}`, pid: process.pid, chat: async () => call, stop: async () => undefined });
const measureOf = (run: (name: string) => Reading): Measure =>
  ({ id: 'P1', title: 'first token', unit: 'ms', better: 'lower', isTimed: true, contestants: ['raw mock', 'bare SDK', 'roster'], run: async ({ name }) => run(name) });
const field = (latenessP99Ms = 0) => ({ contestants: ['raw mock', 'bare SDK', 'roster'].map(contestant), mock: { reset: async () => undefined, latenessP99Ms: async () => latenessP99Ms }, reps: 2 });
const rows = (values: Record<string, number>): Promise<Row[]> => interleave(measureOf((name) => ({ value: values[name]!, details: {} })), field());

describe('figures', () => {
  it('are nearest-rank percentiles, the same in any order', () => {
    const values = [5, 1, 4, 2, 3];
    expect([percentile(values, 50), percentile(values, 95), percentile(values, 100), median(values)]).toEqual([3, 5, 5, 3]);
    expect(spread(values)).toEqual({ median: 3, min: 1, max: 5, n: 5 });
    expect(percentile([], 50)).toBeNaN();
  });

  it('become ratios of what is added, met or missed as they are', async () => {
    const verdict = async (roster: number) => judge(await rows({ 'raw mock': 20, 'bare SDK': 32, roster })).find(({ id }) => id === 'P1');
    expect(await verdict(26)).toMatchObject({ ratio: 0.5, verdict: 'met' });
    expect(await verdict(38)).toMatchObject({ ratio: 1.5, verdict: 'missed' });
  });

  it('AC-B1 names every goal with met, missed or not run', async () => {
    const goals = judge(await rows({ 'raw mock': 20, 'bare SDK': 32, roster: 26 }));
    const text = report({ rows: [], goals });
    for (const id of [...Array.from({ length: 16 }, (_, index) => `P${index + 1}`), 'P2b', 'P6b']) expect(text).toMatch(new RegExp(`^\\| ${id} \\|.* (met|missed|not run) \\|$`, 'm'));
  });
});

describe('a repetition', () => {
  it('AC-B7 is discarded and reported when the mock was late', async () => {
    const late = await interleave(measureOf(() => ({ value: 1, details: {} })), field(6));
    expect(late[0]).toMatchObject({ value: null, repetitions: [] });
    expect(late[0]!.discarded).toHaveLength(4); // as many again were tried
    expect(report({ rows: late, goals: judge(late) })).toContain('- discarded: P1 roster, the mock was 6.0 ms late (p99)');
  });

  it('AC-B7 is replaced by another one when it had too few CPU ticks', async () => {
    const flaws = ['only 40 CPU ticks', undefined, undefined];
    const found = await interleave(measureOf((name) => ({ value: 1, details: {}, ...(name === 'roster' && flaws[0] !== undefined ? { flaw: flaws.shift()! } : {}) })), field());
    expect(found.map(({ contestant: name, repetitions, discarded }) => [name, repetitions.length, discarded.length])).toEqual([['raw mock', 3, 0], ['bare SDK', 3, 0], ['roster', 2, 1]]);
  });

  it('AC-B9 of one contestant lies between those of the others', async () => {
    const order: string[] = [];
    const found = await interleave(measureOf((name) => ({ value: order.push(name), details: {} })), field());
    expect(order).toEqual(['raw mock', 'bare SDK', 'roster', 'raw mock', 'bare SDK', 'roster']);
    expect(found.flatMap(({ repetitions }) => repetitions).every(({ startedAt, endedAt }) => startedAt <= endedAt)).toBe(true);
  });
});

it('unknown arguments are refused before anything is measured', () => {
  expect(readOptions(['p01', 'chats', '--reps', '5'])).toMatchObject({ reps: 5, profiles: false });
  expect(readOptions(['p01']).wants('P2')).toBe(false);
  expect(() => readOptions(['p1b'])).toThrow('There is no measure');
  expect(() => readOptions(['--reps', '0'])).toThrow('whole number');
});

it.each([
  ['lost', (words: string[]) => words.filter((_, index) => index !== 3)],
  ['moved', (words: string[]) => [words[1]!, words[0]!, ...words.slice(2)]],
  ['changed in one character', (words: string[]) => words.map((word, index) => (index === 4 ? word.replace(/.( )$/, '_$1') : word))],
  ['too much', (words: string[]) => [...words, '10:aaaa ']],
])('AC-B3 a word that is %s fails the run, in the answer and in the stored reply', async (_case, spoil) => {
  const spoilt = spoil(wordsOf(7, 10)).join('');
  expect(() => assertWhole(spoilt, 10)).toThrow('differs at character');
  await expect(assertStored([{ call: { ...call, readBack: async () => spoilt }, answer: { replyId: 'one' } }], 10)).rejects.toThrow('differs at character');
  assertWhole(wordsOf(7, 10).join(''), 10);
});

describe('with real servers', () => {
  let mock: Mock;
  let relay: Contestant;

  beforeAll(async () => {
    mock = await startMock();
    relay = await startRelay(mock.url);
  });
  afterAll(async () => {
    await relay.stop();
    await mock.stop();
  });

  it('the time to the first token is measured, and every answer checked', async () => {
    const [raw, relayed] = [await measureFirstToken(rawMock(mock.url, mock.pid), { warmUp: 2, count: 5 }), await measureFirstToken(relay, { warmUp: 2, count: 5 })];
    expect(raw.value).toBeGreaterThanOrEqual(20);
    expect(relayed.value).toBeGreaterThanOrEqual(20);
    expect(relayed.details).toMatchObject({ n: 5 });
  });

  it('AC-B6 a server frozen for 2 s shows in open-loop figures in full', async () => {
    const chat = await relay.chat({ scenario: textScenario({ words: 3, ttftMs: 0, gapMs: 0 }) });
    const times: number[] = [];
    setTimeout(() => process.kill(relay.pid, 'SIGSTOP'), 500);
    setTimeout(() => process.kill(relay.pid, 'SIGCONT'), 2_500);
    await runAtRate({ perSecond: 20, count: 60 }, async (dueAt) => {
      const { firstTokenMs, text } = await callChat(chat, dueAt);
      assertWhole(text, 3);
      times.push(firstTokenMs);
    });
    expect(percentile(times, 99)).toBeGreaterThan(1_800);
    expect(times.filter((time) => time > 1_000).length).toBeGreaterThanOrEqual(15); // also those that were due while it was frozen
  });
});
