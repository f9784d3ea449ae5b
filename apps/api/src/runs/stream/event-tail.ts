import type { LiveEventEnvelope, RunEventEnvelope } from '@roster/agents/contracts';
import type { LiveHub, LiveMessage, RunStore } from '@roster/agents/kernel';
import type { StreamPositions } from './stream-positions.ts';

/** `caught_up`: every event committed up to this moment was given. */
export type TailItem = { kind: 'event'; envelope: RunEventEnvelope } | { kind: 'delta'; envelope: LiveEventEnvelope } | { kind: 'caught_up' };

const pageSize = 500;

export interface FollowOptions {
  streamId: string;
  /** Exclusive. 0 = from the first event. */
  after: number;
  signal: AbortSignal;
  /** Waited for between the pages of a replay, so that a long one is read no faster than it is taken. */
  drained?(): Promise<void>;
  /** Text of unfinished blocks that this reader missed; read once, after the log. */
  partials?(): Promise<readonly LiveEventEnvelope[]>;
}

/**
 * Follows one event stream: first the log after a position, then whatever is committed, with live deltas in between in the
 * order they were published. Durable events come exactly once and in order; deltas may repeat text that an event also holds.
 */
export class EventTail {
  constructor(private readonly store: Pick<RunStore, 'events'>, private readonly hub: LiveHub, private readonly positions: StreamPositions) {}

  /** Yields batches until the signal aborts. */
  async *follow({ streamId, after, signal, partials, drained }: FollowOptions): AsyncGenerator<readonly TailItem[]> {
    const inbox = new Inbox(signal);
    let position = after;
    const stop = this.listen(streamId, inbox, () => position);
    try {
      for await (const page of this.log(streamId, position)) {
        position = page.at(-1)!.seq;
        yield page.map(asEvent);
        await drained?.();
      }
      const missed = await partials?.();
      if (missed?.length) yield missed.map(asDelta);
      yield caughtUp;
      for (let messages = await inbox.take(); messages; messages = await inbox.take()) {
        for (const group of groups(messages)) {
          if (group !== 'log') { yield group; continue; }
          for await (const page of this.log(streamId, position)) {
            position = page.at(-1)!.seq;
            yield page.map(asEvent);
          }
          yield caughtUp;
        }
      }
    } finally {
      stop();
    }
  }

  private listen(streamId: string, inbox: Inbox, position: () => number): () => void {
    const leaveHub = this.hub.subscribe(streamId, (message) => inbox.put(message));
    const leavePositions = this.positions.watch(streamId, { position, onBehind: () => inbox.put({ kind: 'committed', streamId }) });
    return () => { leaveHub(); leavePositions(); inbox.close(); };
  }

  private async *log(streamId: string, after: number): AsyncGenerator<readonly RunEventEnvelope[]> {
    for (let position = after; ;) {
      const page = await this.store.events(streamId, position, pageSize);
      if (page.length > 0) yield page;
      if (page.length < pageSize) return;
      position = page.at(-1)!.seq;
    }
  }
}

const asEvent = (envelope: RunEventEnvelope): TailItem => ({ kind: 'event', envelope });
const caughtUp: readonly TailItem[] = [{ kind: 'caught_up' }];
const asDelta = (envelope: LiveEventEnvelope): TailItem => ({ kind: 'delta', envelope });

/** Runs of deltas stay together; several commit hints in a row are one read of the log. */
function* groups(messages: readonly LiveMessage[]): Generator<'log' | readonly TailItem[]> {
  let deltas: TailItem[] = [];
  let previous: LiveMessage['kind'] | undefined;
  for (const message of messages) {
    if (message.kind === 'delta') deltas.push(asDelta(message.envelope));
    else if (previous !== 'committed') {
      if (deltas.length > 0) yield deltas;
      deltas = [];
      yield 'log';
    }
    previous = message.kind;
  }
  if (deltas.length > 0) yield deltas;
}

/** What arrived since the last look; `take` waits for something, null after the signal. */
class Inbox {
  private messages: LiveMessage[] = [];
  private wake: (() => void) | undefined;
  private readonly onAbort = (): void => this.wake?.();

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', this.onAbort);
  }

  put(message: LiveMessage): void {
    this.messages.push(message);
    this.wake?.();
  }

  async take(): Promise<readonly LiveMessage[] | null> {
    while (this.messages.length === 0 && !this.signal.aborted) await new Promise<void>((resolve) => { this.wake = resolve; });
    if (this.signal.aborted) return null;
    const taken = this.messages;
    this.messages = [];
    return taken;
  }

  close(): void {
    this.signal.removeEventListener('abort', this.onAbort);
  }
}
