import type { ByteFault } from './faults.ts';
import type { WireEvent } from './plan.ts';

/** Overwritten with bytes that are no UTF-8 by the fault `invalid-utf8`. */
export const invalidMark = 'mock-invalid';

/** One event as its bytes, written in the way the fault asks for. */
export function eventBytes({ event, data }: WireEvent, fault?: ByteFault): Buffer {
  const newline = fault === 'crlf' ? '\r\n' : '\n';
  const space = fault === 'no-space' ? '' : ' ';
  const lines = fault === 'multi-line' ? prettyLines(data) : [data];
  const text = [
    ...(fault === 'comments' ? [': keep-alive'] : []),
    ...(event === undefined ? [] : [`event:${space}${event}`]),
    ...lines.map((line) => `data:${space}${line}`),
    '',
    '',
  ].join(newline);
  const bytes = Buffer.from(text);
  const marked = fault === 'invalid-utf8' ? bytes.indexOf(invalidMark) : -1;
  if (marked >= 0) bytes.fill(0xff, marked, marked + invalidMark.length);
  return bytes;
}

/** JSON over several `data:` lines is the same JSON. */
const prettyLines = (data: string): string[] => (data.startsWith('{') ? JSON.stringify(JSON.parse(data), null, 1).split('\n') : [data]);

/** Where a stream is cut into chunks: `none`, `bytes:N`, `offset:N` (once), `random` or `random:SEED`. */
export function splitBytes(bytes: Buffer, how: string): Buffer[] {
  const [kind, argument] = how.split(':');
  if (kind === 'bytes') return everyN(bytes, Number(argument ?? 1));
  if (kind === 'offset') return [bytes.subarray(0, Number(argument)), bytes.subarray(Number(argument))].filter((part) => part.length > 0);
  if (kind === 'random') return randomly(bytes, Number(argument ?? 1));
  return [bytes];
}

function everyN(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

function randomly(bytes: Buffer, seed: number): Buffer[] {
  const parts: Buffer[] = [];
  let state = seed >>> 0;
  for (let start = 0; start < bytes.length; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const size = 1 + (state % 200);
    parts.push(bytes.subarray(start, start + size));
    start += size;
  }
  return parts;
}
