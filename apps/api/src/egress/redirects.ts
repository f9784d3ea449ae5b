import { DestinationUnreachableError } from './egress-errors.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
export const maxRedirects = 3;

/** What may follow a redirect to another origin: everything else could be a credential. */
const harmlessHeaders = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

export interface Hop { url: URL; method: string; headers: Headers }

/** The address a redirect leads to, or undefined when the answer is none. The caller checks it like any other. */
export function redirectTarget(from: Hop, status: number, location: string | null): string | undefined {
  if (!redirectStatuses.has(status) || location === null) return undefined;
  if (from.method !== 'GET' && from.method !== 'HEAD') throw new DestinationUnreachableError('redirect', 'A request with a body was redirected.');
  if (!URL.canParse(location, from.url.href)) throw new DestinationUnreachableError('redirect', 'The redirect leads to no URL.');
  const target = new URL(location, from.url);
  if (from.url.protocol === 'https:' && target.protocol === 'http:') throw new DestinationUnreachableError('redirect', 'The redirect leads from https to http.');
  return target.href;
}

export function headersFor(from: Hop, target: URL): Headers {
  if (from.url.origin === target.origin) return from.headers;
  return new Headers([...from.headers].filter(([name]) => harmlessHeaders.has(name)));
}
