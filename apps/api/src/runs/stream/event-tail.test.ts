import { describe, expect, it } from '@jest/globals';
import type { LiveEventEnvelope, RunEventEnvelope } from '@roster/agents/contracts';
import type { LiveHub, LiveMessage } from '@roster/agents/kernel';
import { EventTail, type TailItem } from './event-tail.ts';
import type { StreamPositions } from './stream-positions.ts';

const streamId = '019aacb1-5c00-7000-8000-00000000000a';
const event = (seq: number): RunEventEnvelope => ({ seq, streamId, runId: 'r', rootRunId: 'r', agentId: 'a', agentName: 'A', at: '2026-01-01T00:00:00Z', event: { type: 'log', name: `e${seq}`, payload: null } });
const delta = (text: string): LiveEventEnvelope => ({ streamId, runId: 'r', agentId: 'a', event: { type: 'custom', name: text, payload: null } });

function open(log: RunEventEnvelope[], after = 0) {
  let listener: ((message: LiveMessage) => void) | undefined;
  let onBehind: (() => void) | undefined;
  const hub: LiveHub = { publish: () => undefined, subscribe: (_id, listen) => { listener = listen; return () => { listener = undefined; }; } };
  const positions = { watch: (_id: string, reader: { onBehind(): void }) => { onBehind = reader.onBehind; return () => { onBehind = undefined; }; } } as unknown as StreamPositions;
  const store = { events: async (_id: string, position: number, limit: number) => log.filter(({ seq }) => seq > position).slice(0, limit) };
  const abort = new AbortController();
  const seen: string[] = [];
  const label = (item: TailItem): string => (item.kind === 'caught_up' ? '.' : item.kind === 'event' ? `#${item.envelope.seq}` : (item.envelope.event as { name: string }).name);
  const done = (async () => {
    for await (const batch of new EventTail(store, hub, positions).follow({ streamId, after, signal: abort.signal })) seen.push(...batch.map(label));
  })();
  return { seen, done, abort, publish: (message: LiveMessage) => listener?.(message), behind: () => onBehind?.(), isSubscribed: () => listener !== undefined };
}

const settle = () => new Promise((resolve) => setImmediate(resolve)).then(() => new Promise((resolve) => setImmediate(resolve)));

describe('EventTail', () => {
  it('reads the log after its position in pages, then follows commits with the deltas between them in order', async () => {
    const log = Array.from({ length: 1_201 }, (_, index) => event(index + 1));
    const tail = open(log, 1);
    await settle();
    expect(tail.seen).toEqual([...log.slice(1).map(({ seq }) => `#${seq}`), '.']);

    tail.publish({ kind: 'delta', envelope: delta('one') });
    log.push(event(1_202));
    tail.publish({ kind: 'committed', streamId });
    tail.publish({ kind: 'committed', streamId });
    tail.publish({ kind: 'delta', envelope: delta('two') });
    await settle();

    expect(tail.seen.slice(1_201)).toEqual(['one', '#1202', '.', 'two']);
    tail.abort.abort();
    await tail.done;
  });

  it('finds what a lost hint left unread and lets go of everything when it is stopped', async () => {
    const log = [event(1)];
    const tail = open(log);
    await settle();

    log.push(event(2));
    tail.behind();
    await settle();
    tail.abort.abort();
    await tail.done;

    expect(tail.seen).toEqual(['#1', '.', '#2', '.']);
    expect(tail.isSubscribed()).toBe(false);
  });
});
