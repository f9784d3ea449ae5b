import { Injectable } from '@nestjs/common';
import type { LiveEventEnvelope, RunEventEnvelope } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import type { Response } from 'express';
import type { Caller } from '../../auth/caller.ts';
import { RevocationWatch } from '../../auth/revocation-watch.ts';
import { InvalidRequestError } from '../../http/errors/invalid-request-error.ts';
import { ChunkWriter } from '../live/chunk-writer.ts';
import { EventTail, type TailItem } from './event-tail.ts';
import { SseResponse } from './sse-response.ts';

type ShownItem = Exclude<TailItem, { kind: 'caught_up' }>;

/** What of an event stream one reader sees. */
export interface EventView {
  streamId: string;
  /** The newest number there is. */
  lastSeq: number;
  /** The number of the last event this reader gets, once it is known. */
  endSeq: number | null;
  /** false: only that something happened, not what was said. */
  withContent: boolean;
  includes(item: ShownItem): boolean;
  isLast(envelope: RunEventEnvelope): boolean;
  /** Asked again when the reader's rights changed. */
  stillAllowed(ability: AppAbility): boolean | Promise<boolean>;
}

/** Events without anything a conversation holds: what a manager sees of somebody else's. */
const contentFree = new Set<RunEventEnvelope['event']['type']>(['workflow', 'usage', 'child_run_linked', 'run_truncated', 'await_operator', 'await_resolved', 'run_stream_end', 'step_diverged']);

/**
 * Sends durable events as server-sent events: replayed from a position, then live, the same bytes either way. SSE `id` =
 * position in the stream, so that a client may reconnect anywhere; token deltas have none and are not replayed.
 */
@Injectable()
export class EventStream {
  constructor(private readonly tail: EventTail, private readonly revocations: RevocationWatch, private readonly chunks: ChunkWriter) {}

  /** Errors: InvalidRequestError for a position that is not a past one. 204: over, with nothing more to send. */
  async send(response: Response, view: EventView, { after: position, caller }: { after: string | undefined; caller: Caller }): Promise<void> {
    const after = readPosition(position, view.lastSeq);
    if (view.endSeq !== null && after >= view.endSeq) return void response.status(204).end();
    const { streamId, withContent } = view;
    const sse = new SseResponse(response);
    const stopWatching = this.revocations.watch(caller, { stillAllowed: (ability) => view.stillAllowed(ability), onRevoked: () => sse.cut() });
    try {
      const partials = async () => (withContent ? this.chunks.partials(streamId) : []);
      for await (const items of this.tail.follow({ streamId, after, signal: sse.closed, partials, drained: () => sse.drained() })) {
        if (sendUntilLast(sse, items, view)) return;
      }
    } finally {
      stopWatching();
      sse.end();
    }
  }
}

/** true: the last event of the view is among them. */
function sendUntilLast(sse: SseResponse, items: readonly TailItem[], view: EventView): boolean {
  for (const item of items) {
    if (item.kind === 'caught_up') continue;
    if (view.includes(item) && (view.withContent || isContentFree(item))) sse.send(frame(item));
    if (item.kind === 'event' && view.isLast(item.envelope)) return true;
  }
  return false;
}

function readPosition(position: string | undefined, lastSeq: number): number {
  if (position === undefined || position === '') return 0;
  const after = Number(position);
  if (/^\d{1,15}$/.test(position) && after <= lastSeq) return after;
  throw new InvalidRequestError('This is not a past position of the stream.', { 'last-event-id': { code: 'not_a_position', message: `A whole number from 0 to ${lastSeq}.` } });
}

const isContentFree = (item: ShownItem): boolean => item.kind === 'event' && contentFree.has(item.envelope.event.type);

function frame({ kind, envelope }: ShownItem): string {
  const id = kind === 'event' ? `id: ${envelope.seq}\n` : '';
  return `event: ${envelope.event.type}\n${id}data: ${JSON.stringify(flat(envelope))}\n\n`;
}

/** One flat object per event (composition.md section 12). */
const flat = <Envelope extends RunEventEnvelope | LiveEventEnvelope>({ event, ...envelope }: Envelope) => ({ ...event, ...envelope });
