import { z } from 'zod';

import { refuse } from './units.ts';

/** An absolute URL with one of these protocols, as written; the message never repeats it, because it may hold a password. */
export function urlWith(...protocols: readonly string[]) {
  return z.string().refine((text) => protocols.includes(parse(text)?.protocol ?? ''), { error: `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}` });
}

/** Scheme, host and port only, as a browser sends it. */
export const origin = z.string().refine((text) => parse(text)?.origin === text, { error: 'must be an origin such as https://app.example.com, without a path' });

export interface HostAndPort {
  host: string;
  port: number;
}

export const hostAndPort = z.string().transform((text, context): HostAndPort => {
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return refuse(context, 'must be host:port');
  return { host: host.toLowerCase(), port: Number(port) };
});

export const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'must be an IP address or a range such as 10.0.0.0/8' });

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
