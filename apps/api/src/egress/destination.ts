import { isIP } from 'node:net';
import { isPublicAddress } from './address-rules.ts';
import { DestinationUnreachableError } from './egress-errors.ts';

export interface AllowedTarget { host: string; port: number }

/** `EGRESS_ALLOW`: the private targets somebody opened on purpose, by exact host and port. */
export class AllowList {
  readonly #targets: ReadonlySet<string>;
  constructor(targets: readonly AllowedTarget[]) {
    this.#targets = new Set(targets.map(({ host, port }) => key(host, port)));
  }
  has(host: string, port: number): boolean {
    return this.#targets.has(key(host, port));
  }
}

const key = (host: string, port: number): string => `${host.toLowerCase()}:${port}`;

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** `[::1]` -> `::1`. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(?<address>.*)\]$/u, '$<address>');

/** The one URL object that is checked and used. Throws when scheme, port, user info or spelling are not allowed. */
export function checkedUrl(input: string | URL, allowed: AllowList): URL {
  const text = String(input);
  // The URL parser drops line breaks silently; whoever sends them means to smuggle.
  if (/[\0\r\n]/u.test(text)) throw new DestinationUnreachableError('invalid', 'The address holds control characters.');
  if (!URL.canParse(text)) throw new DestinationUnreachableError('invalid', 'The address is not a URL.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw new DestinationUnreachableError('blocked', 'The address holds user info.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new DestinationUnreachableError('blocked', `The scheme ${url.protocol} is not allowed.`);
  if (allowed.has(url.hostname, portOf(url))) return url;
  if (url.protocol !== 'https:') throw new DestinationUnreachableError('blocked', 'Plain http is open for targets in EGRESS_ALLOW only.');
  if (portOf(url) !== 443) throw new DestinationUnreachableError('blocked', `Port ${portOf(url)} is open for targets in EGRESS_ALLOW only.`);
  return url;
}

/** Throws unless the address, a literal or one that a name resolved to, may be connected to. */
export function assertPublic(address: string): void {
  if (isIP(address) === 0 || !isPublicAddress(address)) throw new DestinationUnreachableError('blocked', `The address ${address} is not public.`);
}
