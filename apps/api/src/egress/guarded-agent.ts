import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { assertPublic, bareHost, type AllowList } from './destination.ts';
import { DestinationUnreachableError } from './egress-errors.ts';

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
export type Lookup = (hostname: string, options: LookupOptions & { all: true }, callback: LookupCallback) => void;

export interface GuardedAgentOptions { allowed: AllowList; connectTimeoutMs: number; lookup?: Lookup }

/**
 * The connection pool behind the guard. Invariant: the check happens in the socket's own lookup, on the very addresses the
 * socket then tries, for each connection of each origin; a name that changes its answer between check and use gains nothing.
 */
export function guardedAgent({ allowed, connectTimeoutMs, lookup = systemLookup }: GuardedAgentOptions): Agent {
  const open = buildConnector({ timeout: connectTimeoutMs, lookup: checkedLookup(lookup) });
  const unchecked = buildConnector({ timeout: connectTimeoutMs });
  return new Agent({
    // Time limits are the guard's; a quiet stream is its reader's to judge.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      const host = bareHost(options.hostname);
      const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
      if (allowed.has(options.hostname, port)) return unchecked(options, callback);
      // Sockets do not look literal addresses up, so these are checked here.
      if (isIP(host) !== 0) {
        try {
          assertPublic(host);
        } catch (error) {
          return callback(error as Error, null);
        }
      }
      return open(options, callback);
    },
  });
}

/** One private address among many is enough to refuse the name: a mixed answer is how rebinding looks. */
function checkedLookup(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refusal = error ?? refusalOf(addresses);
      if (refusal) return callback(refusal, [], 0);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function refusalOf(addresses: readonly LookupAddress[]): Error | undefined {
  if (addresses.length === 0) return new DestinationUnreachableError('unresolved', 'The name has no address.');
  try {
    for (const { address } of addresses) assertPublic(address);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
