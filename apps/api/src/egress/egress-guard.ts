import { fetch as undiciFetch, type Agent, type RequestInit as UndiciInit } from 'undici';
import { AllowList, checkedUrl, type AllowedTarget } from './destination.ts';
import { DestinationTimeoutError, DestinationUnreachableError } from './egress-errors.ts';
import { guardedAgent, type Lookup } from './guarded-agent.ts';
import { limitedBody } from './limited-body.ts';
import { headersFor, maxRedirects, redirectTarget, type Hop } from './redirects.ts';

export interface EgressLimits {
  firstByteTimeoutMs: number;
  /** Of the whole answer. */
  totalTimeoutMs: number;
  /** After decompression. */
  maxBytes: number;
}

const mebibyte = 1024 * 1024;
/** A provider's stream may think and write for long; its silence is judged by the model client. */
export const providerLimits: EgressLimits = { firstByteTimeoutMs: 300_000, totalTimeoutMs: 1_800_000, maxBytes: 64 * mebibyte };
export const toolLimits: EgressLimits = { firstByteTimeoutMs: 30_000, totalTimeoutMs: 120_000, maxBytes: 10 * mebibyte };

export interface EgressGuardOptions {
  /** `EGRESS_ALLOW`; nothing else can open a private target. */
  allow?: readonly AllowedTarget[];
  connectTimeoutMs?: number;
  /** Replaced in tests of names; the system's by default. */
  lookup?: Lookup;
}

/**
 * The only way out of the product. Checks scheme, port and spelling of every URL and, in the socket's own lookup, every
 * address; follows redirects itself and checks each; limits time and bytes. Throws `DestinationUnreachableError`,
 * `DestinationTimeoutError` or `AnswerTooLargeError`; the caller's own abort reason when aborted.
 */
export class EgressGuard {
  readonly #allowed: AllowList;
  readonly #agent: Agent;

  constructor({ allow = [], connectTimeoutMs = 5_000, lookup }: EgressGuardOptions = {}) {
    this.#allowed = new AllowList(allow);
    this.#agent = guardedAgent({ allowed: this.#allowed, connectTimeoutMs, ...(lookup && { lookup }) });
  }

  /** For model providers. */
  readonly fetch: typeof globalThis.fetch = this.fetchWith(providerLimits);

  fetchWith(limits: EgressLimits): typeof globalThis.fetch {
    return (input, init = {}) => {
      if (typeof input !== 'string' && !(input instanceof URL)) return Promise.reject(new DestinationUnreachableError('invalid', 'Only a URL can be fetched.'));
      return this.#fetch(input, init, limits);
    };
  }

  /** Ends every connection, also those with an open stream. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #fetch(input: string | URL, init: RequestInit, limits: EgressLimits): Promise<Response> {
    const clock = new RequestClock(limits, init.signal ?? undefined);
    try {
      let hop: Hop = { url: checkedUrl(input, this.#allowed), method: (init.method ?? 'GET').toUpperCase(), headers: checkedHeaders(init.headers) };
      for (let redirects = 0; redirects <= maxRedirects; redirects++) {
        const answer = await this.#send(hop, init, clock.signal);
        const target = redirectTarget(hop, answer.status, answer.headers.get('location'));
        if (target === undefined) return limited(answer, limits, clock);
        await answer.body?.cancel();
        const url = checkedUrl(target, this.#allowed);
        hop = { url, method: hop.method, headers: headersFor(hop, url) };
      }
      throw new DestinationUnreachableError('redirect', `More than ${maxRedirects} redirects.`);
    } catch (error) {
      clock.stop();
      throw clock.signal.aborted ? clock.signal.reason : unreachable(error);
    }
  }

  async #send({ url, method, headers }: Hop, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const body = (init.body ?? null) as UndiciInit['body'];
    const request: UndiciInit = { method, headers: [...headers], redirect: 'manual', signal, dispatcher: this.#agent, ...(body && { body, duplex: 'half' }) };
    return (await undiciFetch(url, request)) as unknown as Response;
  }
}

function limited(answer: Response, limits: EgressLimits, clock: RequestClock): Response {
  clock.firstByteSeen();
  const { status, statusText, headers } = answer;
  if (answer.body === null) {
    clock.stop();
    return new Response(null, { status, statusText, headers: new Headers([...headers]) });
  }
  const body = limitedBody(answer.body, { maxBytes: limits.maxBytes, signal: clock.signal, onEnd: () => clock.stop() });
  return new Response(body, { status, statusText, headers: new Headers([...headers]) });
}

/** Aborts for the caller, for a late first byte, or for an answer that takes too long. */
class RequestClock {
  readonly #abort = new AbortController();
  readonly #total: NodeJS.Timeout;
  #firstByte: NodeJS.Timeout | undefined;

  constructor({ firstByteTimeoutMs, totalTimeoutMs }: EgressLimits, private readonly caller: AbortSignal | undefined) {
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#onCaller, { once: true });
    this.#firstByte = setTimeout(() => this.#abort.abort(new DestinationTimeoutError('first_byte', firstByteTimeoutMs)), firstByteTimeoutMs);
    this.#total = setTimeout(() => this.#abort.abort(new DestinationTimeoutError('total', totalTimeoutMs)), totalTimeoutMs).unref();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  firstByteSeen(): void {
    clearTimeout(this.#firstByte);
  }

  stop(): void {
    clearTimeout(this.#firstByte);
    clearTimeout(this.#total);
    this.caller?.removeEventListener('abort', this.#onCaller);
  }

  readonly #onCaller = () => this.#abort.abort(this.caller?.reason);
}

function checkedHeaders(init: RequestInit['headers']): Headers {
  try {
    const headers = new Headers(init);
    if ([...headers].some(([, value]) => hasControlCharacter(value))) throw new Error('control character');
    return headers;
  } catch (cause) {
    throw new DestinationUnreachableError('invalid', 'A header cannot be sent.', { cause });
  }
}

const hasControlCharacter = (value: string): boolean => [...value].some((character) => (character < ' ' && character !== '\t') || character === '\u007F');

/** Whatever the socket said, the caller reads one sentence. */
function unreachable(error: unknown): Error {
  const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error;
  if (cause instanceof DestinationUnreachableError) return cause;
  const code = (cause as { code?: unknown }).code;
  const reason = code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'unresolved' : 'refused';
  return new DestinationUnreachableError(reason, `The connection failed (${typeof code === 'string' ? code : 'no code'}).`, { cause });
}
