import { randomUUID } from 'node:crypto';

import type { LiveHub, LiveMessage } from '@roster/agents/kernel';
import { Redis } from 'ioredis';

import type { Logger } from '../../telemetry/logger.ts';
import type { CancelPush } from './cancel-push.ts';
import type { LocalLiveHub } from './local-live-hub.ts';

const STREAM_CHANNEL = 'roster:live:';
const CANCEL_CHANNEL = 'roster:cancel';

interface Sent<T> { from: string; body: T }

/** The local hub plus Redis pub/sub between processes. Redis away: readers elsewhere fall back to their poll, nothing else is lost. */
export class RedisLiveHub implements LiveHub, CancelPush {
  readonly #local: LocalLiveHub;
  readonly #logger: Logger;
  readonly #origin = randomUUID();
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  readonly #readers = new Map<string, number>();
  #onCancel: (runIds: readonly string[]) => void = () => undefined;

  constructor({ local, url, logger }: { local: LocalLiveHub; url: string; logger: Logger }) {
    this.#local = local;
    this.#logger = logger;
    this.#publisher = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.#subscriber = new Redis(url, { maxRetriesPerRequest: null });
    for (const redis of [this.#publisher, this.#subscriber]) redis.on('error', (error) => logger.warn({ event: 'live_redis_failed', err: error }));
    this.#subscriber.on('message', (channel, text) => this.#receive(channel, text));
    this.#ask(this.#subscriber.subscribe(CANCEL_CHANNEL));
  }

  get isConnected(): boolean {
    return this.#publisher.status === 'ready' && this.#subscriber.status === 'ready';
  }

  publish(message: LiveMessage): void {
    this.#local.publish(message);
    const streamId = message.kind === 'delta' ? message.envelope.streamId : message.streamId;
    this.#send(STREAM_CHANNEL + streamId, message);
  }

  subscribe(streamId: string, listener: (message: LiveMessage) => void): () => void {
    const leave = this.#local.subscribe(streamId, listener);
    const readers = (this.#readers.get(streamId) ?? 0) + 1;
    this.#readers.set(streamId, readers);
    if (readers === 1) this.#ask(this.#subscriber.subscribe(STREAM_CHANNEL + streamId));
    return () => { leave(); this.#forget(streamId); };
  }

  push(runIds: readonly string[]): void {
    this.#onCancel(runIds);
    this.#send(CANCEL_CHANNEL, runIds);
  }

  listen(onCancel: (runIds: readonly string[]) => void): void {
    this.#onCancel = onCancel;
  }

  async close(): Promise<void> {
    this.#publisher.disconnect();
    this.#subscriber.disconnect();
  }

  #forget(streamId: string): void {
    const readers = (this.#readers.get(streamId) ?? 1) - 1;
    if (readers > 0) return void this.#readers.set(streamId, readers);
    this.#readers.delete(streamId);
    this.#ask(this.#subscriber.unsubscribe(STREAM_CHANNEL + streamId));
  }

  #send(channel: string, body: LiveMessage | readonly string[]): void {
    if (this.#publisher.status !== 'ready') return;
    this.#ask(this.#publisher.publish(channel, JSON.stringify({ from: this.#origin, body } satisfies Sent<unknown>)));
  }

  #receive(channel: string, text: string): void {
    const { from, body } = JSON.parse(text) as Sent<LiveMessage | string[]>;
    if (from === this.#origin) return;
    if (channel === CANCEL_CHANNEL) this.#onCancel(body as string[]);
    else this.#local.deliver(channel.slice(STREAM_CHANNEL.length), body as LiveMessage);
  }

  #ask(command: Promise<unknown>): void {
    command.catch((error: unknown) => this.#logger.debug({ event: 'live_redis_command_failed', err: error }));
  }
}
