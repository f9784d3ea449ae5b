import { describe, expect, it } from '@jest/globals';
import type { WaitRow } from '../../kernel/index.ts';
import { Quiescence } from './quiescence.ts';

const row = (stepKey: string): WaitRow => ({ stepKey, wait: { kind: 'signal', name: stepKey }, reason: 'waiting_signal' });
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

function watched() {
  const quiescence = new Quiescence();
  const seen: { suspended: readonly WaitRow[] | null; yielded: boolean } = { suspended: null, yielded: false };
  void quiescence.suspended.then((waits) => { seen.suspended = waits; });
  void quiescence.yielded.then(() => { seen.yielded = true; });
  return { quiescence, seen };
}

describe('Quiescence', () => {
  it('suspends with all open waits once nothing else is going on', async () => {
    const { quiescence, seen } = watched();
    let finish: () => void = () => undefined;
    const effect = quiescence.busy(() => new Promise<void>((resolve) => { finish = resolve; }));
    void quiescence.wait([row('a')]);
    await turns(3);
    expect(seen.suspended).toBeNull();
    void quiescence.wait([row('b')]);
    finish();
    await effect;
    await turns(3);
    expect(seen.suspended?.map(({ stepKey }) => stepKey)).toEqual(['a', 'b']);
  });

  it('gives code between two calls its turn before it suspends', async () => {
    const { quiescence, seen } = watched();
    void quiescence.wait([row('a')]);
    const branch = (async () => {
      for (let call = 0; call < 5; call++) {
        await quiescence.enter('step');
        await quiescence.busy(async () => { await turns(2); });
      }
      return seen.suspended;
    })();
    expect(await branch).toBeNull();
    await turns(3);
    expect(seen.suspended).toHaveLength(1);
  });

  it('stays for a wait in memory, but yields beside it', async () => {
    const { quiescence, seen } = watched();
    void quiescence.hot(new Promise(() => undefined));
    void quiescence.wait([row('a')]);
    await turns(3);
    expect(seen).toEqual({ suspended: null, yielded: false });
    quiescence.requestYield();
    await turns(1);
    expect(seen).toEqual({ suspended: null, yielded: true });
  });

  it('yields only at a step boundary and lets no further call through', async () => {
    const { quiescence, seen } = watched();
    let finish: () => void = () => undefined;
    void quiescence.busy(() => new Promise<void>((resolve) => { finish = resolve; }));
    quiescence.requestYield();
    await turns(2);
    expect(seen.yielded).toBe(false);
    let entered = false;
    void quiescence.enter('step').then(() => { entered = true; });
    finish();
    await turns(2);
    expect(seen.yielded).toBe(true);
    expect(entered).toBe(false);
  });

  it('reports a call after the suspension: the agent awaited something other than the context', async () => {
    const { quiescence } = watched();
    const late: string[] = [];
    quiescence.onLateCall = (call) => late.push(call);
    void quiescence.wait([row('a')]);
    await turns(3);
    void quiescence.enter('step');
    expect(late).toEqual(['step']);
  });

  it('tells when nothing is in flight any more, and when that takes too long', async () => {
    const { quiescence } = watched();
    expect(await quiescence.idle(1)).toBe(true);
    let finish: () => void = () => undefined;
    void quiescence.busy(() => new Promise<void>((resolve) => { finish = resolve; }));
    expect(await quiescence.idle(1)).toBe(false);
    const idle = quiescence.idle(5_000);
    finish();
    expect(await idle).toBe(true);
  });
});
